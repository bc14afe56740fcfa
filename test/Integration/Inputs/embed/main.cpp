// A compiler that embeds the project: reads a module, applies its layouts.
#include "Layout/Registration/Registration.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlir::layout::registerAll(registry);
  mlir::layout::registerAllPasses();
  mlir::MLIRContext context(registry);
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  mlir::PassManager passes(&context);
  if (!module || failed(mlir::parsePassPipeline("layout-apply", passes)) ||
      failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
}

//===- layout-capi-test.c - The C interface, used -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what test/CAPI/capi.test expects, a section for each header.
//
//===----------------------------------------------------------------------===//

#include "Layout-c/Attributes.h"
#include "Layout-c/Passes.h"
#include "Layout-c/PhysicalLayout.h"
#include "Layout-c/Registration.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "mlir-c/RegisterEverything.h"

#include <inttypes.h>
#include <stdio.h>

static MlirStringRef text(const char *words) {
  return mlirStringRefCreateFromCString(words);
}

static void print(MlirStringRef piece, void *file) {
  fwrite(piece.data, 1, piece.length, (FILE *)file);
}

static void show(const char *what, MlirAttribute attr) {
  printf("%s: ", what);
  if (mlirAttributeIsNull(attr))
    printf("null");
  else
    mlirAttributePrint(attr, print, stdout);
  printf("\n");
}

static void showMap(const char *what, MlirAffineMap map) {
  printf("%s: ", what);
  if (mlirAffineMapIsNull(map))
    printf("null");
  else
    mlirAffineMapPrint(map, print, stdout);
  printf("\n");
}

static MlirLogicalResult showDiagnostic(MlirDiagnostic diagnostic, void *file) {
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, print, file);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  mlirRegisterAllDialects(registry);
  mlirLayoutRegisterAll(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, showDiagnostic, stdout, NULL);
  return context;
}

/// (i) -> (i floordiv 4, i mod 4)
static MlirAffineMap getRowsOf4(MlirContext context) {
  MlirAffineExpr i = mlirAffineDimExprGet(context, 0);
  MlirAffineExpr four = mlirAffineConstantExprGet(context, 4);
  MlirAffineExpr results[] = {mlirAffineFloorDivExprGet(i, four),
                              mlirAffineModExprGet(i, four)};
  return mlirAffineMapGet(context, 1, 0, 2, results);
}

static MlirAttribute getZero(MlirContext context) {
  return mlirIntegerAttrGet(mlirIntegerTypeGet(context, 32), 0);
}

static void testDialect(MlirContext context) {
  printf("== dialect\n");
  MlirDialectHandle handle = mlirGetDialectHandle__layout__();
  mlirDialectHandleLoadDialect(handle, context);
  MlirStringRef name = mlirDialectHandleGetNamespace(handle);
  printf("namespace: %.*s\n", (int)name.length, name.data);
}

static void testIndexMap(MlirContext context, MlirLocation loc) {
  printf("== index_map\n");
  MlirAffineMap none = {NULL};
  MlirAffineMap map = getRowsOf4(context);
  MlirAttribute rows = mlirLayoutIndexMapAttrGet(loc, map, none);
  show("rows", rows);
  printf("is a map %d, is a pad %d, type id %d\n",
         mlirAttributeIsALayoutIndexMap(rows), mlirAttributeIsALayoutPad(rows),
         mlirTypeIDEqual(mlirAttributeGetTypeID(rows),
                         mlirLayoutIndexMapAttrGetTypeID()));
  showMap("map", mlirLayoutIndexMapAttrGetMap(rows));
  showMap("inverse", mlirLayoutIndexMapAttrGetInverse(rows));
  show("strings",
       mlirLayoutIndexMapAttrGetOfStrings(loc, text("NHWC"), text("NCHW16c")));
  // An inverse of another shape, an axis that is not there, a symbol.
  show("wrong inverse", mlirLayoutIndexMapAttrGet(loc, map, map));
  show("wrong strings",
       mlirLayoutIndexMapAttrGetOfStrings(loc, text("NHWC"), text("NCHW16k")));
  MlirAffineExpr symbol = mlirAffineSymbolExprGet(context, 0);
  show("symbol", mlirLayoutIndexMapAttrGet(
                     loc, mlirAffineMapGet(context, 1, 1, 1, &symbol), none));
  show("no map", mlirLayoutIndexMapAttrGet(loc, none, none));
  MlirAffineExpr i = mlirAffineDimExprGet(context, 0),
                 j = mlirAffineDimExprGet(context, 1);
  MlirAffineExpr bits =
      mlirAffineModExprGet(i, mlirAffineConstantExprGet(context, 8));
  MlirAffineExpr results[] = {i, mlirLayoutXorExprGet(loc, j, bits)};
  show("xor", mlirLayoutIndexMapAttrGet(
                  loc, mlirAffineMapGet(context, 2, 0, 2, results), none));
  printf("no bound: %d\n",
         mlirAffineExprIsNull(mlirLayoutXorExprGet(loc, j, i)));
  MlirAffineExpr swizzled = mlirLayoutSwizzleExprGet(loc, i, 3, 3, 3);
  show("swizzle",
       mlirLayoutIndexMapAttrGet(
           loc, mlirAffineMapGet(context, 1, 0, 1, &swizzled), none));
  printf("overlap: %d\n",
         mlirAffineExprIsNull(mlirLayoutSwizzleExprGet(loc, i, 3, 3, 2)));
  MlirAffineExpr noExpr = {NULL};
  printf("no operand: %d, %d\n",
         mlirAffineExprIsNull(mlirLayoutXorExprGet(loc, i, noExpr)),
         mlirAffineExprIsNull(mlirLayoutXorExprGet(loc, noExpr, bits)));
  printf("nothing swizzled: %d\n",
         mlirAffineExprIsNull(mlirLayoutSwizzleExprGet(loc, noExpr, 3, 3, 3)));
}

static void testExtents(MlirContext context, MlirLocation loc) {
  (void)context;
  printf("== extent, axis_separator\n");
  MlirLayoutExtent stated[] = {{true, 0}, {true, 1}, {false, 40}};
  MlirAttribute extents = mlirLayoutExtentAttrGet(loc, 3, stated);
  show("extents", extents);
  for (intptr_t i = 0; i < mlirLayoutExtentAttrGetNumExtents(extents); ++i) {
    MlirLayoutExtent extent = mlirLayoutExtentAttrGetExtent(extents, i);
    printf("extent %d, %" PRId64 "\n", extent.isDerived, extent.size);
  }
  MlirLayoutExtent negative = {false, -3};
  show("negative", mlirLayoutExtentAttrGet(loc, 1, &negative));
  int64_t first[] = {1, 3};
  MlirAttribute separators = mlirLayoutAxisSeparatorAttrGet(loc, 2, first);
  show("separators", separators);
  printf("%d separators, the last %" PRId64 "\n",
         (int)mlirLayoutAxisSeparatorAttrGetNumSeparators(separators),
         mlirLayoutAxisSeparatorAttrGetSeparator(separators, 1));
  int64_t falling[] = {3, 1};
  show("falling", mlirLayoutAxisSeparatorAttrGet(loc, 2, falling));
  show("none", mlirLayoutAxisSeparatorAttrGet(loc, 0, NULL));
  show("-1 extents", mlirLayoutExtentAttrGet(loc, -1, stated));
  show("no array", mlirLayoutExtentAttrGet(loc, 3, NULL));
  show("-1 separators", mlirLayoutAxisSeparatorAttrGet(loc, -1, first));
}

static void testPads(MlirContext context, MlirLocation loc) {
  printf("== pad\n");
  MlirAffineExpr a = mlirAffineDimExprGet(context, 0);
  MlirAffineExpr b = mlirAffineDimExprGet(context, 1);
  MlirAffineExpr place[] = {a, b};
  MlirAttribute pads[] = {
      mlirLayoutPadAttrGetNone(context), mlirLayoutPadAttrGetUndef(context),
      mlirLayoutPadAttrGetConstant(loc, getZero(context)),
      mlirLayoutPadAttrGetValue(loc, mlirAffineMapGet(context, 2, 0, 1, place)),
      mlirLayoutPadAttrGetCopy(loc, mlirAffineMapGet(context, 2, 0, 2, place))};
  for (int i = 0; i < 5; ++i) {
    show("pad", pads[i]);
    printf("kind %d\n", (int)mlirLayoutPadAttrGetKind(pads[i]) == i);
    show("constant", mlirLayoutPadAttrGetConstantValue(pads[i]));
    showMap("map", mlirLayoutPadAttrGetMap(pads[i]));
  }
  show("a word", mlirLayoutPadAttrGetConstant(
                     loc, mlirStringAttrGet(context, text("word"))));
  show("a type", mlirLayoutPadAttrGetConstant(
                     loc, mlirTypeAttrGet(mlirIntegerTypeGet(context, 32))));
  show("two numbers", mlirLayoutPadAttrGetValue(
                          loc, mlirAffineMapGet(context, 2, 0, 2, place)));
}

/// Rows of 4 whose spare places hold 0, then a spare row and a separator.
static MlirAttribute getTwoSteps(MlirContext context, MlirLocation loc) {
  MlirAffineMap none = {NULL};
  MlirAffineExpr a = mlirAffineDimExprGet(context, 0);
  MlirAffineExpr b = mlirAffineDimExprGet(context, 1);
  MlirAffineExpr place[] = {a, b};
  MlirAttribute maps[] = {
      mlirLayoutIndexMapAttrGet(loc, getRowsOf4(context), none),
      mlirLayoutIndexMapAttrGet(loc, mlirAffineMapGet(context, 2, 0, 2, place),
                                none)};
  MlirLayoutExtent border[] = {{true, 1}, {true, 0}};
  MlirAttribute extents[] = {mlirAttributeGetNull(),
                             mlirLayoutExtentAttrGet(loc, 2, border)};
  MlirAttribute pads[] = {mlirLayoutPadAttrGetConstant(loc, getZero(context)),
                          mlirAttributeGetNull()};
  int64_t first = 1;
  return mlirLayoutBufferAttrGet(
      loc, 2, maps, extents, pads,
      mlirLayoutAxisSeparatorAttrGet(loc, 1, &first));
}

static void testBuffer(MlirContext context, MlirLocation loc) {
  printf("== buffer\n");
  MlirAttribute layout = getTwoSteps(context, loc);
  show("layout", layout);
  for (intptr_t i = 0; i < mlirLayoutBufferAttrGetNumSteps(layout); ++i) {
    show("map", mlirLayoutBufferAttrGetIndexMap(layout, i));
    show("extent", mlirLayoutBufferAttrGetExtent(layout, i));
    show("pad", mlirLayoutBufferAttrGetPad(layout, i));
  }
  show("separators", mlirLayoutBufferAttrGetSeparators(layout));
  printf("ranks %d, %d\n", (int)mlirLayoutBufferAttrGetLogicalRank(layout),
         (int)mlirLayoutBufferAttrGetPhysicalRank(layout));
  show("no step", mlirLayoutBufferAttrGet(loc, 0, NULL, NULL, NULL,
                                          mlirAttributeGetNull()));
  // What could not be built makes nothing that can.
  MlirAttribute none = mlirAttributeGetNull();
  show("no map", mlirLayoutBufferAttrGet(loc, 1, &none, NULL, NULL, none));
  show("null", mlirLayoutBufferAttrGetOfMap(loc, (MlirAffineMap){NULL}, none));
  printf("is a layout %d\n", mlirAttributeIsALayoutBuffer(none));
  MlirAttribute rows = mlirLayoutBufferAttrGetOfMap(loc, getRowsOf4(context),
                                                    mlirAttributeGetNull());
  show("of a map", rows);
  show("no separators", mlirLayoutBufferAttrGetSeparators(rows));

  // A layout in a type, found again; a type without one.
  int64_t extent = 14;
  MlirType i32 = mlirIntegerTypeGet(context, 32);
  MlirType type =
      mlirMemRefTypeGet(i32, 1, &extent, layout, mlirAttributeGetNull());
  printf("same %d\n",
         mlirAttributeEqual(mlirLayoutBufferAttrGetOfType(type), layout));
  show("no layout", mlirLayoutBufferAttrGetOfType(mlirMemRefTypeContiguousGet(
                        i32, 1, &extent, mlirAttributeGetNull())));
  MlirAttribute texture = mlirLayoutTextureAttrGet(
      loc, MlirLayoutTextureAccessRead, MlirLayoutTextureOutsideClamp);
  show("texture", texture);
  printf("reads %d, clamps %d\n",
         mlirLayoutTextureAttrGetAccess(texture) == MlirLayoutTextureAccessRead,
         mlirLayoutTextureAttrGetOutside(texture) ==
             MlirLayoutTextureOutsideClamp);
  show("promise", mlirLayoutTextureAttrGet(loc, MlirLayoutTextureAccessWrite,
                                           MlirLayoutTextureOutsideZero));
}

/// Parts of another kind, or a negative number of them, make no layout.
static void testWrongParts(MlirContext context, MlirLocation loc) {
  printf("== wrong parts\n");
  MlirAttribute none = mlirAttributeGetNull(), unit = mlirUnitAttrGet(context);
  MlirAffineMap map = getRowsOf4(context), noMap = {NULL};
  MlirAttribute rows = mlirLayoutIndexMapAttrGet(loc, map, noMap);
  show("index map", mlirLayoutBufferAttrGet(loc, 1, &unit, NULL, NULL, none));
  show("extent", mlirLayoutBufferAttrGet(loc, 1, &rows, &unit, NULL, none));
  show("pad", mlirLayoutBufferAttrGet(loc, 1, &rows, NULL, &unit, none));
  show("separators", mlirLayoutBufferAttrGet(loc, 1, &rows, NULL, NULL, unit));
  show("pad of a map", mlirLayoutBufferAttrGetOfMap(loc, map, unit));
  show("-1 steps", mlirLayoutBufferAttrGet(loc, -1, &rows, NULL, NULL, none));
  show("no type", mlirLayoutBufferAttrGetOfType((MlirType){NULL}));
}

/// A warp loads a column, and a row, of a matrix of f32.
static void testBanks(MlirContext context, MlirLocation loc) {
  printf("== banks\n");
  MlirAffineExpr thread = mlirAffineDimExprGet(context, 0),
                 variable = mlirAffineDimExprGet(context, 1);
  MlirAffineExpr same[] = {thread, variable}, turned[] = {variable, thread};
  MlirAttribute layout = mlirLayoutBufferAttrGetOfMap(
      loc, mlirAffineMapGet(context, 2, 0, 2, same), mlirAttributeGetNull());
  int64_t shape[] = {32, 32}, count = 32;
  MlirLayoutPhysicalLayout facts =
      mlirLayoutPhysicalLayoutGet(loc, layout, 2, shape);
  MlirLayoutBankAccess access = {mlirAffineMapGet(context, 2, 0, 2, same),
                                 1,
                                 4,
                                 32,
                                 1,
                                 &count,
                                 false,
                                 text("nvidia")};
  MlirLayoutBankCount found = {0, 0, 0, 0, 0};
  mlirLayoutPhysicalLayoutCountBankConflicts(loc, facts, access, &found);
  printf("column: %" PRId64 " cycles, %" PRId64 " would do, threads %" PRId64
         " and %" PRId64 ", bank %" PRId64 "\n",
         found.cycles, found.least, found.thread, found.otherThread, found.bank);
  access.index = mlirAffineMapGet(context, 2, 0, 2, turned);
  mlirLayoutPhysicalLayoutCountBankConflicts(loc, facts, access, &found);
  printf("row: %" PRId64 " cycles, thread %" PRId64 "\n", found.cycles,
         found.thread);
  count = 33;
  printf("outside %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, facts, access, &found)));
  MlirLayoutPhysicalLayout noFacts = {NULL};
  printf("no layout %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, noFacts, access, &found)));
  // The first asks for parts without end, the second for numbers of 68 bits.
  count = 1;
  for (int bits = 28; bits < 64; bits += 34) {
    access.bytesPerElement = INT64_C(1) << bits;
    access.width = bits == 28 ? 1 : 2;
    access.numThreads = 16;
    printf(
        "2^%d bytes %d\n", bits,
        mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
            loc, facts, access, &found)));
  }
  MlirAffineExpr nothing[] = {
      variable,
      mlirAffineModExprGet(thread, mlirAffineConstantExprGet(context, 0))};
  access.index = mlirAffineMapGet(context, 2, 0, 2, nothing);
  printf("mod 0 %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, facts, access, &found)));
  access.index = mlirAffineMapGet(context, 2, 0, 2, turned);
  access.numCounts = -1;
  printf("-1 counts %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, facts, access, &found)));
  access.index.ptr = NULL;
  printf("no index %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, facts, access, &found)));
  access.index = mlirAffineMapGet(context, 2, 0, 2, turned);
  access.rules = text("intel");
  printf("no rules %d\n",
         mlirLogicalResultIsSuccess(mlirLayoutPhysicalLayoutCountBankConflicts(
             loc, facts, access, &found)));
}

/// A buffer without elements, whose layout has no place for rows from 1 on.
static void testNoElements(MlirContext context, MlirLocation loc) {
  MlirAffineExpr row = mlirAffineDimExprGet(context, 0);
  MlirAffineExpr results[] = {
      mlirAffineDimExprGet(context, 1),
      mlirAffineMulExprGet(
          row, mlirAffineConstantExprGet(context, -(INT64_C(1) << 33)))};
  MlirAffineMap none = {NULL};
  MlirAttribute map = mlirLayoutIndexMapAttrGet(
      loc, mlirAffineMapGet(context, 2, 0, 2, results), none);
  MlirLayoutExtent stated[] = {{false, 1}, {false, 1}};
  MlirAttribute extents = mlirLayoutExtentAttrGet(loc, 2, stated);
  MlirAttribute layout = mlirLayoutBufferAttrGet(loc, 1, &map, &extents, NULL,
                                                 mlirAttributeGetNull());
  int64_t shape[] = {3, 0};
  printf("drawn %d\n", mlirLogicalResultIsSuccess(mlirLayoutBufferAttrDraw(
                           loc, layout, 2, shape, print, stdout)));
}

static void testFacts(MlirContext context, MlirLocation loc) {
  printf("== facts\n");
  MlirAttribute layout = getTwoSteps(context, loc);
  int64_t shape = 14;
  MlirLayoutPhysicalLayout facts =
      mlirLayoutPhysicalLayoutGet(loc, layout, 1, &shape);
  for (intptr_t i = 0; i < mlirLayoutPhysicalLayoutGetRank(facts); ++i)
    printf("extent %" PRId64 "\n", mlirLayoutPhysicalLayoutGetExtent(facts, i));
  for (intptr_t i = 0; i < mlirLayoutPhysicalLayoutGetFlattenedRank(facts); ++i)
    printf("flattened %" PRId64 "\n",
           mlirLayoutPhysicalLayoutGetFlattenedExtent(facts, i));
  showMap("map", mlirLayoutPhysicalLayoutGetMap(facts));
  showMap("inverse", mlirLayoutPhysicalLayoutGetInverse(facts));
  printf("padding %" PRId64 " = %" PRId64 " + %" PRId64 "\n",
         mlirLayoutPhysicalLayoutGetNumPadding(facts),
         mlirLayoutPhysicalLayoutGetNumPaddingOfStep(facts, 0),
         mlirLayoutPhysicalLayoutGetNumPaddingOfStep(facts, 1));
  printf("has padding %d\n",
         mlirLayoutPhysicalLayoutHasPadding(facts) == MlirLayoutTruthYes);
  int64_t index = 13, place[2];
  if (mlirLogicalResultIsSuccess(
          mlirLayoutPhysicalLayoutMapIndex(facts, &index, place)))
    printf("13 lies at (%" PRId64 ", %" PRId64 ")\n", place[0], place[1]);
  for (place[0] = 2; place[0] < 5; ++place[0]) {
    place[1] = 3;
    printf("step at (%" PRId64 ", 3): %d\n", place[0],
           (int)mlirLayoutPhysicalLayoutGetStepOfPlace(facts, place));
  }
  printf("drawn %d\n", mlirLogicalResultIsSuccess(mlirLayoutBufferAttrDraw(
                           loc, layout, 1, &shape, print, stdout)));

  printf("== faults\n");
  int64_t dynamic = mlirShapedTypeGetDynamicSize();
  facts = mlirLayoutPhysicalLayoutGet(loc, layout, 1, &dynamic);
  printf("dynamic: extent known %d, padding %" PRId64 ", step %d\n",
         mlirLayoutPhysicalLayoutGetExtent(facts, 0) != dynamic,
         mlirLayoutPhysicalLayoutGetNumPadding(facts),
         (int)mlirLayoutPhysicalLayoutGetStepOfPlace(facts, place));
  printf("drawn %d\n", mlirLogicalResultIsSuccess(mlirLayoutBufferAttrDraw(
                           loc, layout, 1, &dynamic, print, stdout)));
  int64_t shapes[] = {4, 4};
  facts = mlirLayoutPhysicalLayoutGet(loc, layout, 2, shapes);
  printf("null %d\n", mlirLayoutPhysicalLayoutIsNull(facts));
  facts = mlirLayoutPhysicalLayoutGet(loc, mlirAttributeGetNull(), 1, &shape);
  printf("null %d\n", mlirLayoutPhysicalLayoutIsNull(facts));
  int64_t negative = -7;
  facts = mlirLayoutPhysicalLayoutGet(loc, layout, 1, &negative);
  printf("null %d\n", mlirLayoutPhysicalLayoutIsNull(facts));
  facts = mlirLayoutPhysicalLayoutGet(loc, layout, -1, &shape);
  printf("null %d\n", mlirLayoutPhysicalLayoutIsNull(facts));
  MlirAffineExpr half = mlirAffineModExprGet(
      mlirAffineDimExprGet(context, 0), mlirAffineConstantExprGet(context, 2));
  MlirAttribute aliasing = mlirLayoutBufferAttrGetOfMap(
      loc, mlirAffineMapGet(context, 1, 0, 1, &half), mlirAttributeGetNull());
  facts = mlirLayoutPhysicalLayoutGet(loc, aliasing, 1, &shape);
  printf("null %d\n", mlirLayoutPhysicalLayoutIsNull(facts));
  testNoElements(context, loc);
}

static const char *program =
    "#rows = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>\n"
    "func.func @f(%a: memref<14xi32, #rows>, %i: index) -> i32 {\n"
    "  %x = memref.load %a[%i] : memref<14xi32, #rows>\n"
    "  return %x : i32\n"
    "}\n";

static void testPasses(MlirContext context) {
  printf("== passes\n");
  // One made by its function.
  MlirModule module = mlirModuleCreateParse(context, text(program));
  MlirPassManager manager = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(manager, mlirCreateLayoutLayoutApply());
  mlirPassManagerAddOwnedPass(manager, mlirCreateLayoutLayoutFinalize());
  mlirPassManagerAddOwnedPass(
      manager, mlirCreateLayoutConversionLayoutRequirePhysical());
  MlirOperation op = mlirModuleGetOperation(module);
  if (mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)))
    mlirOperationPrint(op, print, stdout);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);

  // A pipeline by its text, which is known once it is registered.
  module = mlirModuleCreateParse(context, text(program));
  op = mlirModuleGetOperation(module);
  const char *lines[] = {"layout-compile{target=default}",
                         "layout-compile{threads=0}"};
  manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  printf("known %d\n", mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
                           passes, text(lines[0]), print, stdout)));
  mlirLayoutRegisterAllPasses();
  mlirLayoutRegisterAllPasses();
  for (int i = 0; i < 2; ++i)
    printf("known %d\n",
           mlirLogicalResultIsSuccess(mlirOpPassManagerAddPipeline(
               passes, text(lines[i]), print, stdout)));
  if (mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(manager, op)))
    mlirOperationPrint(op, print, stdout);
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext context = createContext();
  MlirLocation loc = mlirLocationUnknownGet(context);
  testDialect(context);
  testIndexMap(context, loc);
  testExtents(context, loc);
  testPads(context, loc);
  testBuffer(context, loc);
  testWrongParts(context, loc);
  testFacts(context, loc);
  testBanks(context, loc);
  testPasses(context);
  mlirContextDestroy(context);
  return 0;
}

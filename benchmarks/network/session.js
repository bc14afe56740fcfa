// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model by ONNX Runtime: node session.js MODEL INPUT OUTPUT THREADS TYPE DIM..
// TYPE is that of the input: float32 or uint8.
// Prints the resident bytes before the model is read, behind a run, and the most until then; and
// for each line on stdin the processor time of one run, in seconds, and that by the clock.
const fs = require('fs');
const ort = require('onnxruntime-node');
const [model, input, output, threads, type, ...dims] = process.argv.slice(2);

async function main() {
  const before = process.memoryUsage().rss;
  const session = await ort.InferenceSession.create(model, {
    intraOpNumThreads: Number(threads), interOpNumThreads: 1,
    executionMode: 'sequential', graphOptimizationLevel: 'all'});
  const bytes = fs.readFileSync(input);
  const data = type === 'uint8' ? new Uint8Array(bytes) :
    new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const feeds = {};
  feeds[session.inputNames[0]] = new ort.Tensor(type, data, dims.map(Number));
  const first = await session.run(feeds);
  const result = first[session.outputNames[0]].data;
  fs.writeFileSync(output, Buffer.from(result.buffer, result.byteOffset, result.byteLength));
  const status = fs.readFileSync('/proc/self/status', 'utf8');
  const most = Number(status.match(/VmHWM:\s*(\d+) kB/)[1]) * 1024;
  console.log('ready', before, process.memoryUsage().rss, most);
  for await (const line of require('readline').createInterface({input: process.stdin})) {
    const before = process.cpuUsage(), start = process.hrtime.bigint();
    await session.run(feeds);
    const used = process.cpuUsage(before), wall = Number(process.hrtime.bigint() - start);
    console.log((used.user + used.system) * 1e-6, wall * 1e-9);
  }
}
main();

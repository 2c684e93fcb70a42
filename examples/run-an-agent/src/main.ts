import { connect } from './connection.js'
import { runBenchmark } from './run-benchmark.js'
import { scriptedModel } from './scripted-model.js'

const benchmark = process.argv[2] ?? 'prior-auth@1'
try {
  const { state } = await runBenchmark(connect(process.env), benchmark, scriptedModel, { say: console.log })
  console.log(`${benchmark}: ${state.verdict}, score ${state.score}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

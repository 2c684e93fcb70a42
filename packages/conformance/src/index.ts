export type { ConformanceFetch } from './exchange/exchange.js'
export { countSections, type SectionRow } from './reports/section-table.js'
export { formatTerminal } from './reports/terminal.js'
export { notObservable } from './requirements/not-observable.js'
export { type RequirementId, requirements } from './requirements/requirements.js'
export { applyBaseline, type Baseline, conforms, countUntried, parseBaseline } from './run/baseline.js'
export { type Gaps, InvalidFileError, parseCapabilities } from './run/capabilities.js'
export { faultLines } from './run/fault-lines.js'
export type { Outcome } from './run/outcome.js'
export type { Report, ReportedCheck, Result } from './run/report.js'
export {
  type ConformanceKeys,
  type ConformanceOptions,
  NothingToCheckError,
  type Progress,
  runConformance,
} from './run/run-conformance.js'
export type { Need, Scenario } from './scenario/scenario.js'
export { scenarios } from './scenarios/scenarios.js'

export { mostSteps } from './task/broken-in.js'
export {
  type Anchors,
  type ComparedAgent,
  type ComparedAgents,
  type ComparedPair,
  showComparison,
} from './task/comparison-section.js'
export { countHarms, type HarmCounts } from './task/count-harms.js'
export { listCriteria } from './task/criteria-list.js'
export { describeTask, describeUnrecorded, readResult, type UnnamedTask } from './task/describe-task.js'
export { listCollection, listDifference } from './task/difference-list.js'
export {
  countEvents,
  describeCap,
  describeSeverity,
  formatElapsed,
  formatEvents,
  formatHarms,
  formatMarks,
  formatMean,
  formatPercent,
  formatPoints,
  formatProbability,
  formatProportion,
  formatScore,
  formatScoreDifference,
  meaningOfSafety,
} from './task/figures.js'
export { pageScript } from './task/page-script.js'
export { pageStyle } from './task/page-style.js'
export { plotAxes, plotPassRate, plotRepeated, plotScore } from './task/plots.js'
export {
  type ReportedAxis,
  type ReportedCriterion,
  type ReportedField,
  type ReportedOutcome,
  type ReportedTask,
  reportedOutcomes,
} from './task/reported-task.js'
export { showFolded, showText, showValue } from './task/shown-value.js'
export {
  type CollectionChanges,
  type FieldChange,
  findStateDifference,
  type RecordChange,
  type StateDifference,
} from './task/state-difference.js'
export { showTask } from './task/task-section.js'
export { showSign, showVerdict, type Tone, toneOfOutcome, toneOfVerdict } from './task/tone.js'
export { readTrajectory, type Step, type StepKind, type Trajectory } from './task/trajectory.js'
export { type JsonRecord, listOf, memberAt, numberOf, objectOf, textOf } from './task/unknown-value.js'

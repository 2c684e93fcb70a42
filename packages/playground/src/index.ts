export { answerCall, fallDue, type LoggedChange } from './answer-call.js'
export { createAppendKeys, StalePlayground } from './append-entries.js'
export { BaseCache, buildBase } from './base-cache.js'
export { type ClockPlan, realClock } from './clock-plan.js'
export { consulting, OutsideUnavailable } from './consultation.js'
export { engineVersion } from './engine-version.js'
export type { EntryPlace } from './entry-context.js'
export { eventRecordOf } from './event-records.js'
export { foldLog } from './fold-log.js'
export { injectStep, ScenarioFailed } from './inject-step.js'
export { makeSeal } from './make-seal.js'
export type { DocumentReading, Outside, OutsideDocument, PersonaQuestion } from './outside.js'
export {
  FullPlayground,
  NotAnObservation,
  Playground,
  type PlaygroundLimits,
  SealedPlayground,
} from './playground.js'
export type { PlaygroundBlueprint } from './playground-blueprint.js'
export { evidenceOf, type PlaygroundEvidence } from './playground-evidence.js'
export { PlaygroundHost, type PlaygroundRef } from './playground-host.js'
export { advanceOf } from './playground-state.js'
export { type Divergence, replayLog } from './replay.js'
export { type PlacedSimulator, SimulatorSet } from './simulator-set.js'

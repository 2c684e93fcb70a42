import { finish } from '@carebench/protocol'
import { refuseQuery } from '../rest/json-answer.js'
import type { Simulator } from '../simulator.js'
import { type Hl7Config, hl7ConfigSchema } from './config.js'
import { hl7Evidence } from './evidence.js'
import { handleHl7Call } from './handle.js'
import { hl7Harm } from './harm.js'
import { hl7Noise } from './noise.js'
import { findHl7StepFaults, hl7ScenarioSteps, injectHl7Step } from './scenario.js'
import { applyHl7Effect, forkHl7State, type Hl7Effect, type Hl7State, seedHl7State } from './state.js'

/**
 * An HL7 v2 interface: an inbox of messages, and a receiving application that acknowledges the messages sent to it.
 *
 * Its group is `hl7`. What it accepts is configured (`Hl7Config`); the inbox starts with the messages of datasets of
 * type `HL7`.
 */
export const hl7Simulator: Simulator<Hl7Config, Hl7State, Hl7Effect> = {
  headers: ['content-type'],
  pages: true,
  configSchema: hl7ConfigSchema,
  scenarioSteps: hl7ScenarioSteps,
  seed: (config, datasets, context) => finish(seedHl7State(config, datasets, context)),
  seedInSteps: seedHl7State,
  fork: forkHl7State,
  refuseQuery,
  handle: (state, _group, call, context) => finish(handleHl7Call(state, call, context)),
  handleInSteps: (state, _group, call, context) => handleHl7Call(state, call, context),
  due: () => ({ effects: [], events: [] }),
  inject: (_state, step, context) => injectHl7Step(step, context),
  stepFindings: findHl7StepFaults,
  apply: applyHl7Effect,
  evidence: hl7Evidence,
  noise: hl7Noise,
  harm: hl7Harm,
}

import type { FhirContext, FhirStore } from '@carebench/fhir'
import { type Random, randomString } from '@carebench/protocol'
import type { SimulatorContext } from '../simulator.js'
import type { FhirConfig } from './config.js'

export type { FhirEffect } from '@carebench/fhir'

/** The state of the FHIR simulator. */
export interface FhirState {
  readonly record: FhirStore
  readonly config: FhirConfig
}

/** The engine's source of time and ids, for one entry of the log. */
export function fhirContext(context: SimulatorContext): FhirContext {
  return { now: context.at, newId: () => newFhirId(context.random), security }
}

/** The CapabilityStatement's description of security; the same under a run and under a sandbox. */
const security = {
  cors: false,
  service: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' }],
    },
  ],
  description:
    'A bearer token: within a run the run token, else an access token for the client credentials of the sandbox; .well-known/smart-configuration names the token endpoint.',
}

/** An id in FHIR's syntax: 26 characters, each with 32 possible values. */
export function newFhirId(random: Random): string {
  return randomString(random, 26, '0123456789abcdefghjkmnpqrstvwxyz')
}

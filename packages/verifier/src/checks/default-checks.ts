import type { Check } from '../check.js'
import { fhirResourceState } from './fhir-resource-state.js'
import { outputMatch } from './output-match.js'
import { portalStateMatch } from './portal-state-match.js'

/** The kinds of assertion that {@link verify} knows. Spread it into `createVerifier({ checks })` beside kinds of your own. */
export const defaultChecks: readonly Check[] = [fhirResourceState, portalStateMatch, outputMatch]

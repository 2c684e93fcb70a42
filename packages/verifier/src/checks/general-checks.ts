import type { Check } from './check.js'
import { accessScope } from './collateral/access-scope.js'
import { noCollateral } from './collateral/no-collateral.js'
import { eventCount } from './events/event-count.js'
import { eventOrder } from './events/event-order.js'
import { outputMatch } from './output-match.js'
import { recordState } from './records/record-state.js'
import { recordsAgree } from './records/records-agree.js'

/** The assertion kinds that belong to no single system. Spread them into `createVerifier({ checks })`. */
export const generalChecks: readonly Check[] = [
  outputMatch,
  eventCount,
  eventOrder,
  noCollateral,
  accessScope,
  recordsAgree,
  recordState,
]

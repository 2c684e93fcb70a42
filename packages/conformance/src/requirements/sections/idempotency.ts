import { decided } from '../requirement.js'

export const idempotencyRequirements = decided('Idempotency keys', {
  'idempotency.key-shape':
    'Each call that returns 201 takes an `Idempotency-Key` of 1 to 128 printable ASCII characters; any other key is ' +
    'rejected with 400 `INVALID_REQUEST`.',
  'idempotency.replayed':
    'A creating call that is repeated within 24 hours with the same key and body gets the same status and the same ' +
    'bytes, and creates nothing.',
  'idempotency.header': 'A repeated response has `idempotent-replayed: true`; the first one does not.',
  'idempotency.equal-bodies': 'Bodies are the same if they are equal as JSON, in any order of their members.',
  'idempotency.other-body': 'Another body with the same key is rejected with 409 `CONFLICT`, and creates nothing.',
  'idempotency.scope':
    'A key belongs to the caller and to the method and path; with another caller, method or path, it is a different ' +
    'key.',
  'idempotency.replay-unchanged':
    'A repeated response is the first one, even if the resource has been changed or deleted since.',
  'idempotency.tokens': 'A token in a repeated response is the one that the first response had.',
  'idempotency.errors-forgotten':
    'Only successful calls are remembered: a call that failed is executed again when it is repeated, with any body.',
  'idempotency.concurrent': 'Of several equal calls at the same time, one is executed; all get its response.',
  'idempotency.expires': 'After 24 hours, the key can be used again.',
})

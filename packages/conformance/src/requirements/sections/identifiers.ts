import { decided } from '../requirement.js'

export const identifierRequirements = [
  ...decided('Identifiers and times', {
    'identifiers.shape': 'An id is a prefix for the kind of resource, `_`, and 26 lower-case characters of a ULID.',
    'identifiers.prefixes':
      'The prefixes are `org env sim ds ent bench ver task crit slv key run tr crun pg sbx`, one for each kind of ' +
      'resource.',
    'identifiers.monotonic': 'Ids of one kind, sorted as text, are in the order of their creation.',
    'identifiers.not-dates': 'An id is never validated or returned as a date, an environment’s included.',
    'identifiers.times': 'Every date-time in a response is RFC 3339 in UTC with three digits of milliseconds and `Z`.',
  }),
]

export const jsonRequirements = [
  ...decided('JSON', {
    'json.open-values':
      'Open JSON (`config`, `overrides`, `task_item`, `scenario`, `expected`, `actual`, evidence) is returned ' +
      'value for value, whatever the case of its keys.',
    'json.number-overflow':
      'A number that a double cannot represent, such as `1e400`, is rejected with 400 `INVALID_REQUEST`.',
    'json.unsafe-integer': 'An integer beyond 2^53 is rejected with 400 `INVALID_REQUEST`.',
    'json.unset-is-null': 'An optional field that is not set is `null` in responses, not absent.',
    'json.patch-absent': 'A member that is absent from a PATCH is unchanged.',
    'json.patch-null': 'A `null` in a PATCH clears a nullable field, and is rejected with 400 for any other field.',
    'json.patch-as-read':
      'A resource can be sent in a PATCH as it was read; a different value of a member that cannot be changed is ' +
      'rejected with 400 and its path.',
    'json.patch-arrays': 'An array or a `config` in a PATCH replaces the whole old one.',
    'json.simulator-types':
      'The types of simulators are `FHIR Voice Patient HL7 X12 Fax Payer Files Message CDSHooks`; any other is ' +
      'rejected with 400.',
    'json.dataset-types': 'The types of datasets are `FHIR Files HL7 X12 Portal`; any other is rejected with 400.',
    'json.enum-case': 'Types and visibilities are case-insensitive in requests, and returned as documented.',
    'json.unknown-member': 'An unknown member of a body is rejected with 400 and its path, except in open JSON.',
    'json.depth': 'A body nested more than 100 deep is rejected with 400 `INVALID_REQUEST`.',
    'json.prototype-keys': 'A key `__proto__`, `constructor` or `prototype` anywhere in a body is rejected with 400.',
    'json.invalid-utf8': 'A body that is not UTF-8 is rejected with 400 `INVALID_REQUEST`.',
    'json.malformed': 'A body that is not JSON is rejected with 400 `INVALID_REQUEST` and changes nothing.',
    'json.duplicate-keys': 'If a key occurs twice in one object, the last value counts.',
    'json.empty-body': 'If all members of a body are optional, an absent body means `{}`.',
    'json.unknown-query':
      'An unknown query parameter, and a repeated one that may not be repeated, is rejected with 400.',
  }),
]

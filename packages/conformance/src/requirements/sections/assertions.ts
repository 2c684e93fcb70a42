import { decided } from '../requirement.js'

export const assertionRequirements = [
  ...decided('Matchers', {
    'matchers.literal-type': 'A literal matches only a value of its own JSON type; nothing is coerced.',
    'matchers.literal-number': 'Numbers are equal by value: 1 equals 1.0.',
    'matchers.literal-array': 'Arrays are equal element by element, in order.',
    'matchers.literal-object': 'Objects are equal with the same keys, in any order.',
    'matchers.absent-values': 'A missing value, null, an empty string and an empty array are four different things.',
    'matchers.unknown': 'An unknown `$` key, and two keys of which one begins with `$`, are 400.',
    'matchers.data-below': 'Below the top `$` keys are data.',
    'matchers.eq': '`$eq` takes any JSON as a literal.',
    'matchers.exists': '`$exists` distinguishes a present value, null included, from a missing one.',
    'matchers.not': '`$not` negates a matcher.',
    'matchers.any-all': '`$any` needs one of its matchers, `$all` every one.',
    'matchers.members':
      '`$members` takes an object without members but those given, each of which matches if it is there.',
    'matchers.some-every': '`$some` and `$every` match elements of an array; `$every` needs one element.',
    'matchers.one-of': '`$oneOf` matches any of its literals.',
    'matchers.regex': '`$regex` matches a whole string in RE2 syntax, in linear time.',
    'matchers.contains': '`$contains` finds an equal element in an array, or a substring in a string.',
    'matchers.unordered': '`$unordered` compares arrays as multisets.',
    'matchers.size': '`$size` is the length of an array.',
    'matchers.compare': '`$gt`, `$gte`, `$lt` and `$lte` compare numbers, and dates with dates.',
    'matchers.approx': '`$approx` matches a number within a tolerance.',
    'matchers.date': '`$date` compares dates cut to a precision; a value that is less precise does not match.',
    'matchers.within':
      '`$within` takes a time between two numbers of seconds after a date, an event or a value of a record.',
    'matchers.date-formats':
      'Dates are read from RFC 3339, FHIR partial dates, HL7 and X12; without a zone they are UTC.',
    'matchers.code': '`$code` matches a Coding, a CodeableConcept and a code string.',
    'matchers.text': '`$text` folds case, accents, white space and punctuation.',
    'matchers.words': '`$words` takes a text that has no words but those given, and numbers in digits.',
    'matchers.quantity': '`$quantity` compares quantities across units.',
    'matchers.says':
      '`$says` finds facts in a text in any usual spelling and order; a fact that is denied or taken back is not said.',
    'matchers.says-open':
      'Where a text leaves a fact open, `$says` is undecided, also under `$not`, and so is the criterion.',
    'matchers.grounded':
      '`$grounded` takes a text in which every date, time, amount, number, identifier, name and status is one of ' +
      'its facts.',
    'matchers.entity': '`$entity` reads the expected value from the bound entity.',
    'matchers.missing': 'A missing value satisfies only `{"$exists":false}` and a `$not` whose matcher fails on it.',
    'matchers.wrong-type': 'A value of the wrong type does not match; it causes no error.',
    'matchers.text-numbers':
      'In HL7, X12 and CSV a wholly decimal string is read as a number, in CSV also `$1,210.00` and `(190.00)`; in ' +
      'JSON neither is.',
  }),
  ...decided('Paths', {
    'paths.pointer': 'A path that begins with `/` is a JSON Pointer.',
    'paths.dotted': 'Any other path is dotted, with indexes as `name[0].given[1]` or `participant.0.actor`.',
    'paths.whole': 'The empty path is the whole value.',
    'paths.any-element': '`[*]` is any element of an array.',
    'paths.own-members': 'Paths find own members only; arrays have only indexes.',
    'paths.hl7': 'HL7 paths are `SEG[n].F[r].C.S`, from 1, with `MSH.1` the separator.',
    'paths.hl7-by-value': '`SEG[3.1=718-7].5` selects a segment by a value.',
    'paths.hl7-empty': 'An empty HL7 field is missing, and `""` is null.',
    'paths.x12': 'X12 paths are `SEG[n].E.C`, or select by value as `NM1[1=IL].9`.',
    'paths.x12-short': '`EB03` and `EB13-2` are accepted too.',
  }),
  ...decided('Kinds of assertion', {
    'kinds.fhir-resource-state': '`fhir-resource-state` selects resources by a FHIR search over the final record.',
    'kinds.fhir-search-checked': 'A search parameter that is unknown is 400 when the criterion is written.',
    'kinds.versioned-references':
      'A reference to a version of a resource counts as one to the resource, unless the expected value names a ' +
      'version.',
    'kinds.hl7-structural': '`hl7-structural` selects messages by `correlate_by`, outbound ones by default.',
    'kinds.portal-value': '`portal-state-match` selects rows whose `key` equals `value`.',
    'kinds.portal-entity':
      'Without `value` it takes the `key` of the criterion’s entity, else of the only bound one that has it.',
    'kinds.sftp-file-present': '`sftp-file-present` selects files by a glob, by default those that the agent wrote.',
    'kinds.sftp-rows': 'Its `fields` read JSON files and the rows of CSV files, its `text` the content.',
    'kinds.voice-transcript': '`voice-transcript` looks for phrases in the turns of a speaker.',
    'kinds.x12-response': '`x12-response` selects transactions that the agent received, or sent.',
    'kinds.sent': '`fax-sent`, `message-sent` and `cds-response` select what was sent.',
    'kinds.output-match': '`output-match` reads the `output` of the completion.',
    'kinds.output-match-missing': '`output-match` fails if the completion has no `output`, whatever it expects.',
    'kinds.event-order': '`event-order` finds events in their order in the interaction log.',
    'kinds.event-order-types': 'An event of `event-order` with several types is an event of any of them.',
    'kinds.event-order-first':
      'An event of `event-order` with `first` counts only if it is the first of the log that fits.',
    'kinds.event-order-seconds':
      'An event of `event-order` with `seconds_after` counts only within these seconds after the one before it.',
    'kinds.event-count': '`event-count` matches the number of events in the log, undone since or not.',
    'kinds.no-collateral': '`no-collateral` fails for changes that nothing allows.',
    'kinds.no-collateral-fields':
      'An entry of `allow` with `fields` covers a changed record if nothing but these fields changed, and no other ' +
      'change.',
    'kinds.no-collateral-members':
      'An entry of `allow` with `members` covers a new record if it has nothing but these members and those that ' +
      'the system writes, and no other change.',
    'kinds.no-collateral-fit':
      'An entry of `allow` covers a changed record only if `where` held before too, apart from conditions on `fields`.',
    'kinds.no-collateral-count':
      'An entry of `allow` with `count` covers at most that many changes; each change counts for one entry.',
    'kinds.no-collateral-acts':
      'What the agent sent out of the environment is judged as it was when it was sent, undone since or not.',
    'kinds.no-collateral-removed':
      'A resource that the agent created and deleted again is judged as it was before, though no state has it.',
    'kinds.no-collateral-disclosure':
      'An outward act that identifies somebody whom the entry of `allow` that covers it does not name, alone or ' +
      'with others to the same recipient, is collateral.',
    'kinds.no-collateral-refused':
      'A call that a system refused is collateral if it identifies somebody whom no entry of `allow` for such ' +
      'records names.',
    'kinds.no-collateral-exchanges':
      'An entry of `allow` covers a message or transaction only if it fits each person and request in it; each ' +
      'counts towards `count`.',
    'kinds.no-collateral-meta':
      '`meta` counts as content of a resource, apart from `versionId` and `lastUpdated`, which the server writes.',
    'kinds.no-collateral-arrivals':
      'What a later step of the scenario writes is no change of the agent; what the agent then changes of it is.',
    'kinds.access-scope':
      '`access-scope` fails if a call returned a record of a person to the agent whom no entry names.',
    'kinds.access-scope-search':
      'An entry of its `allow` without `about` lets records of anybody be read in its collection.',
    'kinds.access-scope-download':
      'A call that returned records of more people than its event names is a download, which no such entry allows.',
    'kinds.access-scope-examined': 'A search that names a person reads about that person even if it returns nothing.',
    'kinds.access-scope-conditions':
      'The condition of a write is a search, whatever becomes of the write, and a patch that tests a value or ' +
      'fails has read the resource.',
    'kinds.access-scope-unlogged': 'It is unsupported where the log does not say whose records the agent read.',
    'kinds.no-collateral-unread':
      'A member of the evidence that no part of the verifier reads makes `no-collateral` unsupported, unless it fails.',
    'kinds.records-agree': '`records-agree` compares one value across simulated systems.',
    'kinds.records-agree-like':
      'With `as: {like}`, `records-agree` reads the one code of this form that texts say; several different ones ' +
      'are none.',
    'kinds.record-state': '`record-state` selects records of any collection by `correlate_by`.',
    'kinds.system':
      '`system` in an assertion names the key of the system that it is about; without it, the first of its type.',
  }),
  ...decided('Checks', {
    'checks.match-default':
      'Of several records, the one with the highest score counts; in a tie the one that passes most checks, then ' +
      'the earliest.',
    'checks.match-first-all': '`match` `first` takes the earliest record, `all` the worst one.',
    'checks.count': '`count` matches the number of records that satisfy all fields.',
    'checks.existence': 'Without fields and count the existence of a record is the check.',
    'checks.each-field': 'Each field is one check, and each phrase.',
    'checks.event-prefix': '`event-order` scores the longest prefix that happened, divided by all.',
    'checks.score': 'The score of a criterion is its passed checks divided by all, and 0 without a record.',
    'checks.passed': 'A criterion is `passed` only if every check is.',
    'checks.untouched': 'A record unchanged from the initial state scores 1 or 0, never in between.',
    'checks.credit-for-change':
      'Partial credit is for checks that did not pass before: (passed − before) ÷ (checks − before).',
    'checks.exclusive':
      'With `exclusive`, another record that is equal at its paths and fails a field contradicts: the criterion fails.',
    'checks.phrases': 'Phrases are found on word boundaries within one turn, folded as by `$text`.',
    'checks.field-results-always': 'The evidence of whatever was evaluated has `field_results`.',
    'checks.field-results-absent':
      'Where nothing was evaluated, as after a timeout or for `output-match` without an output, `evidence` is ' +
      'null, and the completion has no `field_results`.',
    'checks.assertion-results': '`portal-state-match` repeats them as `assertion_results`.',
    'checks.phrase-results': '`voice-transcript` gives `phrase_results` with `phrase`, `found` and `turn`.',
    'checks.missing-actual': 'A missing value is `"actual":null` with `"missing":true`.',
    'checks.matched': '`matched` in the evidence names the record.',
    'checks.unsupported': 'A criterion that cannot be checked scores 0, counts, and says so in its `details`.',
  }),
]

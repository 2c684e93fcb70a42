import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import { findPrimitive } from '../resource/definitions/primitive-rules.js'
import type { Invariant } from './invariant.js'
import { has, hasAny, hasChoice, isInOrder, listItems } from './member-tests.js'
import { isNarrativeXhtml } from './narrative-xhtml.js'

const ucum = 'http://unitsofmeasure.org'

const codeNeedsSystem: Invariant = {
  key: 'qty-3',
  at: 'system',
  expected: 'a system beside the code of the unit, such as "http://unitsofmeasure.org"',
  holds: (value) => !has(value, 'code') || has(value, 'system'),
}

function isUcum(value: JsonObject): boolean {
  return !has(value, 'system') || value.system === ucum
}

function isNegative(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && value < 0
}

/** Returns the invariant that `first` requires `second`. */
function createNeeds(key: string, first: string, second: string): Invariant {
  return {
    key,
    at: second,
    expected: `${second} beside ${first}`,
    holds: (value) => !has(value, first) || has(value, second),
  }
}

function createEitherPathOrParameter(key: string): Invariant {
  return {
    key,
    expected: 'either path or searchParam',
    holds: (value) => has(value, 'path') !== has(value, 'searchParam'),
  }
}

/** Returns the invariants of data types. */
export function createDataTypeInvariants(): ReadonlyMap<string, readonly Invariant[]> {
  return new Map<string, readonly Invariant[]>([
    [
      'Extension',
      [
        {
          key: 'ext-1',
          expected: 'either a value, such as valueString, or extensions',
          holds: (value) => has(value, 'extension') !== hasChoice(value, 'value'),
        },
      ],
    ],
    ['Attachment', [createNeeds('att-1', 'data', 'contentType')]],
    ['ContactPoint', [createNeeds('cpt-2', 'value', 'system')]],
    ['Quantity', [codeNeedsSystem]],
    ['SimpleQuantity', [codeNeedsSystem]],
    [
      'Age',
      [
        codeNeedsSystem,
        {
          key: 'age-1',
          expected:
            'a positive value with a UCUM code, such as ' +
            '{"value":52,"unit":"years","system":"http://unitsofmeasure.org","code":"a"}',
          holds: (value) =>
            (has(value, 'code') || !has(value, 'value')) &&
            isUcum(value) &&
            !(isNegative(value.value) || value.value === 0),
        },
      ],
    ],
    [
      'Distance',
      [
        codeNeedsSystem,
        {
          key: 'dis-1',
          expected: 'a UCUM code beside the value',
          holds: (value) => (has(value, 'code') || !has(value, 'value')) && isUcum(value),
        },
      ],
    ],
    [
      'Duration',
      [
        codeNeedsSystem,
        {
          key: 'drt-1',
          expected: 'a value and the system "http://unitsofmeasure.org" beside the code',
          holds: (value) => !has(value, 'code') || (value.system === ucum && has(value, 'value')),
        },
      ],
    ],
    [
      'Count',
      [
        codeNeedsSystem,
        {
          key: 'cnt-3',
          expected: 'a whole number with the UCUM code "1"',
          holds: (value) =>
            (has(value, 'code') || !has(value, 'value')) &&
            isUcum(value) &&
            (!has(value, 'code') || value.code === '1') &&
            (typeof value.value !== 'number' || Number.isInteger(value.value)),
        },
      ],
    ],
    [
      'Period',
      [
        {
          key: 'per-1',
          expected: 'a start that is not after the end',
          holds: (value) => isInOrder(value.start, value.end),
        },
      ],
    ],
    [
      'Ratio',
      [
        {
          key: 'rat-1',
          expected: 'numerator and denominator, or extensions alone',
          holds: (value) =>
            has(value, 'numerator') === has(value, 'denominator') && hasAny(value, 'numerator', 'extension'),
        },
      ],
    ],
    [
      'Narrative',
      [
        {
          key: 'txt-1',
          at: 'div',
          expected: 'well-formed XHTML with the elements and attributes of formatted text alone, and nothing that acts',
          // Another rule reports a value that is not a `div`.
          holds: ({ div = null }) => !isReadable(div) || isNarrativeXhtml(div),
        },
      ],
    ],
    ['DataRequirement.codeFilter', [createEitherPathOrParameter('drq-1')]],
    ['DataRequirement.dateFilter', [createEitherPathOrParameter('drq-2')]],
    [
      'Expression',
      [
        {
          key: 'exp-1',
          expected: 'expression or reference',
          holds: (value) => hasAny(value, 'expression', 'reference'),
        },
      ],
    ],
    [
      'Timing.repeat',
      [
        createNeeds('tim-1', 'duration', 'durationUnit'),
        createNeeds('tim-2', 'period', 'periodUnit'),
        {
          key: 'tim-4',
          at: 'duration',
          expected: 'no negative number',
          holds: ({ duration }) => !isNegative(duration),
        },
        { key: 'tim-5', at: 'period', expected: 'no negative number', holds: ({ period }) => !isNegative(period) },
        createNeeds('tim-6', 'periodMax', 'period'),
        createNeeds('tim-7', 'durationMax', 'duration'),
        createNeeds('tim-8', 'countMax', 'count'),
        {
          key: 'tim-9',
          at: 'offset',
          expected: 'an offset only beside when, and not with C, CM, CD or CV',
          holds: (value) =>
            !has(value, 'offset') ||
            (has(value, 'when') &&
              !listItems(value.when).some((when) => ['C', 'CM', 'CD', 'CV'].includes(String(when)))),
        },
        {
          key: 'tim-10',
          at: 'timeOfDay',
          expected: 'timeOfDay or when, not both',
          holds: (value) => !(has(value, 'timeOfDay') && has(value, 'when')),
        },
      ],
    ],
  ])
}

/** Whether a `div` is worth parsing; if not, its type is at fault already. */
function isReadable(division: JsonValue): division is string {
  const rule = findPrimitive('xhtml')
  return (
    typeof division === 'string' && rule !== undefined && division.length <= rule.maxLength && rule.accepts(division)
  )
}

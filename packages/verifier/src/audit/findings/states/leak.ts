import type { JsonValue } from '@carebench/protocol'
import type { CompiledCriterion } from '../../../criteria/criterion.js'
import type { EvidencePart, PlacedItem } from '../../../evidence/evidence-part.js'
import { identifyingValuesIn } from '../../../evidence/identifying-values.js'
import type { EvidenceSource, EvidenceStateSource } from '../../../evidence/state/evidence-source.js'
import { readWhole } from '../../../evidence/state/evidence-state.js'
import { listSystems, selectState } from '../../../evidence/state/keyed-states.js'
import { showJson } from '../../../values/json/show-json.js'
import { listTexts } from '../../mutants/texts/texts.js'
import { isAnswer, namedValues, writtenMatchers } from '../../written-matchers.js'
import { type AuditCase, type AuditRule, createFinding } from '../finding.js'

/**
 * `leak`: an answer appears where the agent, or a later one, can read it without working for it.
 *
 * An answer is a value that a criterion names and that is unlikely to be written by chance: a text of at least five
 * characters with at least three digits, a number of at least four digits, or a text of at least twenty characters.
 * Dates, times and web addresses are excluded; in a reference `Type/id`, only the id is measured. It leaks
 * - in `task_item`, if a field expects it and it occurs in the untouched state, where the agent has to find it, unless
 *   it identifies the subject of the task: a record has it in a member that identifies a person, it occurs in a bound
 *   entity, or a criterion selects by it. A value that occurs nowhere else had to be stated.
 * - in a label, if a field expects it or a criterion selects by it, unless `task_item` states it anyway.
 */
export const leak: AuditRule = (audited) => {
  const { criteria } = audited
  const itemTexts = listTexts(audited.task_item ?? null)
  const isStated = (value: string): boolean => itemTexts.some((text) => isReadable(value, text))
  const labels = sortedLabels(audited)
  const selecting = new Set(criteria.flatMap((criterion) => listAnswers(criterion, 'selection')))
  return criteria.flatMap((criterion) => {
    const expected = listAnswers(criterion, 'expected')
    const item = expected.filter((value) => isStated(value) && !selecting.has(value) && wasToBeFound(value, audited))
    const answers = [...new Set([...expected, ...listAnswers(criterion, 'selection')])]
    const leaks = answers
      .filter((value) => !isStated(value))
      .flatMap((value) => labels.filter((label) => isReadable(value, label)).map((label) => ({ value, label })))
    return [...leakOfItem(criterion, item), ...leakOfLabels(criterion, leaks)]
  })
}

function leakOfItem(criterion: CompiledCriterion, values: readonly string[]) {
  return values.length === 0
    ? []
    : [
        createFinding('leak', criterion, {
          message:
            `The task_item says ${values.map((value) => showJson(value)).join(', ')}, which the criterion expects ` +
            'and which the agent could have found in the environment.',
          fix: 'In the task_item, say how to find the value instead of the value.',
          evidence: { values, where: 'task_item' },
        }),
      ]
}

function leakOfLabels(
  criterion: CompiledCriterion,
  found: readonly { readonly value: string; readonly label: string }[],
) {
  const leaks = found.map(({ value, label }) => `The label ${JSON.stringify(label)} says ${showJson(value)}`)
  return found.length === 0
    ? []
    : [
        createFinding('leak', criterion, {
          message: `${leaks.join('; ')}. Labels are shown to agents, and the task_item does not contain the value.`,
          fix: 'In the label, say what is checked instead of the expected value.',
          evidence: {
            values: [...new Set(found.map(({ value }) => value))],
            where: 'label',
            labels: [...new Set(found.map(({ label }) => label))],
          },
        }),
      ]
}

function sortedLabels({ criteria, options }: AuditCase): readonly string[] {
  const ofItems = options?.items?.flatMap(({ label }) => label ?? []) ?? []
  return [...new Set([...criteria.map(({ label }) => label), ...ofItems])].sort()
}

function listAnswers(criterion: CompiledCriterion, role: 'expected' | 'selection'): readonly string[] {
  return [
    ...new Set(
      writtenMatchers(criterion)
        .filter((written) => written.role === role)
        .flatMap(namedValues)
        .filter(isAnswer)
        .map(String),
    ),
  ]
}

/** Whether a text contains the value as a word. */
function isReadable(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const around = `${text.charAt(at - 1)}${text.charAt(at + value.length)}`
    if (!/[\p{L}\p{N}]/u.test(around)) return true
  }
  return false
}

/** Whether the value occurs in the untouched state, but in nothing that identifies the subject of the task. */
function wasToBeFound(value: string, { states: { untouched }, parts }: AuditCase): boolean {
  const source: EvidenceSource = untouched.evidence.final.parts
  if (Object.values(source.entities ?? {}).some((data) => holds(data, value))) return false
  let found = false
  for (const { part, item } of listItems(parts, source)) {
    if (!holds(item.value, value)) continue
    if (identifies(part, item, value)) return false
    found = true
  }
  return found
}

/** Whether a record has the value in a member that identifies a person. A mention in free text does not identify. */
function identifies(part: EvidencePart, item: PlacedItem, value: string): boolean {
  return identifyingValuesIn(part, item).some((one) => one.detail !== 'text' && isReadable(value, one.value))
}

function holds(record: JsonValue, value: string): boolean {
  return listTexts(record).some((text) => isReadable(value, text))
}

interface ItemOfPart {
  readonly part: EvidencePart
  readonly item: PlacedItem
}

function* listItems(parts: readonly EvidencePart[], state: EvidenceStateSource): Iterable<ItemOfPart> {
  for (const system of listSystems(state)) {
    for (const part of parts) {
      const whole = readWhole(part.name, selectState(state, system))
      if (whole === undefined) continue
      for (const item of part.items(whole)) yield { part, item }
    }
  }
}

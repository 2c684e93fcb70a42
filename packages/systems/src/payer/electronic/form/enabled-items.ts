import type { JsonValue } from '@carebench/protocol'
import { objectsIn } from '../fhir/element.js'
import type { FormItem } from './questionnaire.js'

/** Whether an item of a form is asked, by the answers so far. */
export function isEnabled({ item }: FormItem, answers: ReadonlyMap<string, JsonValue>): boolean {
  return objectsIn(item.enableWhen).every(({ question, operator, answerBoolean, answerDecimal }) => {
    const answer = answers.get(String(question))
    if (answer === undefined) return false
    if (answerBoolean !== undefined) return answer === answerBoolean
    if (typeof answer !== 'number' || typeof answerDecimal !== 'number') return false
    if (operator === '<') return answer < answerDecimal
    if (operator === '>') return answer > answerDecimal
    return operator === '<=' ? answer <= answerDecimal : answer >= answerDecimal
  })
}

/** The linkIds that a form still needs an answer to, in its order. */
export function openItems(items: readonly FormItem[], answers: ReadonlyMap<string, JsonValue>): readonly FormItem[] {
  return items.filter((item) => !answers.has(item.linkId) && isEnabled(item, answers))
}

import { answers } from '../../clinic/laboratory.js'
import type { Counter, SolutionCall } from '../../task.js'
import { labels } from './criteria.js'
import type { Facts, Item } from './facts.js'
import { acknowledge, answerItem, itemCalls, otherwise } from './work.js'

/** The answer to a message says something else, says it to somebody else, or says it twice. */
export function answerCounters(item: Item, facts: Facts, reference: string): readonly Counter[] {
  const { number } = item
  return [
    {
      name: `answer message ${number} with another code`,
      calls: otherwise(facts, item, [
        ...itemCalls(item).slice(0, -1),
        acknowledge(item, item.answer === 'taken' ? answers.order : answers.taken),
      ]),
      fails: [labels.answer(number), labels.nothingElse],
    },
    {
      name: `answer message ${number} with two acknowledgments in one`,
      calls: otherwise(facts, item, [...itemCalls(item).slice(0, -1), ambiguous(item)]),
      fails: [labels.nothingElse],
    },
    {
      name: `answer message ${number} to another laboratory`,
      calls: otherwise(facts, item, [
        ...itemCalls(item).slice(0, -1),
        acknowledge(item, answers[item.answer], { to: 'LAB|SOUTHLAB' }),
      ]),
      fails: [labels.nothingElse],
    },
    {
      name: `answer message ${number} as a test`,
      calls: otherwise(facts, item, [
        ...itemCalls(item).slice(0, -1),
        acknowledge(item, answers[item.answer], { processing: 'T' }),
      ]),
      fails: [labels.nothingElse],
    },
    {
      name: `answer message ${number} twice`,
      after: reference,
      calls: [answerItem(item)],
      fails: [labels.answer(number), labels.nothingElse],
    },
  ]
}

/** The answer to a message, with a second segment that says the opposite. */
function ambiguous(item: Item): SolutionCall {
  const opposite = `MSA|${item.answer === 'taken' ? 'AR' : 'AA'}|${item.message.control}`
  return acknowledge(item, answers[item.answer], { more: [opposite] })
}

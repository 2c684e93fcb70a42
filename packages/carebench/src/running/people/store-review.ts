import { appendReview } from '../../runner/results/reviews.js'
import type { Reader } from './reader.js'
import { readReviewForm } from './review-form.js'
import type { ReviewedTask } from './reviewed-task.js'

/** Appends a review that a form holds. Returns what is wrong with the form; undefined if it is stored. */
export function storeReview(
  folder: string,
  { reader, isScripted: scripted }: Reader,
  reviewed: ReviewedTask,
  form: URLSearchParams,
): string | undefined {
  const answers = readReviewForm(reviewed, form)
  if (typeof answers === 'string') return answers
  const { task, done } = reviewed
  appendReview(folder, { version: 1, at: new Date().toISOString(), reader, scripted, task, done, ...answers })
  return undefined
}

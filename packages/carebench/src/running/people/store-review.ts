import { appendReview } from '../../runner/results/reviews.js'
import type { Reader } from './reader.js'
import { readReviewForm } from './review-form.js'
import type { ReviewedTask } from './reviewed-task.js'

/**
 * Appends the review in a form to the reviews of a folder. Returns the error in the form; undefined if the review was
 * stored.
 */
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

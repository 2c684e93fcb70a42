import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ReviewsOptions } from './action.js'

const help = `
Readers answer after each trial of --agent human, and the answers are in reviews.jsonl of its folder. See
docs/guides/people.md.
  carebench reviews runs/reader-1 runs/reader-2                what they agree on, and what to mend
  carebench reviews runs/reader-1 runs/reader-2 --csv out.csv
  carebench reviews runs/solution --reader "reader 3"          review in the browser, without doing the tasks

Exit codes:
  0    printed, or all is reviewed
  2    usage error
  130  interrupted before all was reviewed; the same command continues`

/** `carebench reviews`: what readers say about tasks. */
export function reviewsCommand(terminal: Terminal): Command {
  return new Command('reviews')
    .summary('show what readers say about tasks, or add reviews')
    .description('Show on what readers agree, and the tasks to mend; or review the tasks of a folder in the browser.')
    .argument('<folders...>', 'results folders of carebench run, of the same benchmark')
    .option('--reader <name>', 'review the tasks of one folder as this reader')
    .option('--csv <file>', 'write all reviews, one a line')
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', help)
    .action(async (folders: readonly string[], options: ReviewsOptions) => {
      const { reviews } = await import('./action.js')
      await reviews(terminal, folders, options)
    })
}

import { Command } from 'commander'
import type { Terminal } from '../../terminal/terminal.js'
import type { ReviewsOptions } from './action.js'

const help = `
Readers review each task after their trial with --agent human; the reviews are in reviews.jsonl of the folder. See
docs/guides/people.md.
  carebench reviews runs/reader-1 runs/reader-2                their agreement, and the tasks to mend
  carebench reviews runs/reader-1 runs/reader-2 --csv out.csv
  carebench reviews runs/solution --reader "reader 3"          review in the browser, without doing the tasks

Exit codes:
  0    printed, or all tasks are reviewed
  2    usage error
  130  interrupted before all tasks were reviewed; the same command continues`

/** `carebench reviews`: shows and adds readers' reviews of tasks. */
export function reviewsCommand(terminal: Terminal): Command {
  return new Command('reviews')
    .summary('show what readers say about tasks, or add reviews')
    .description('Show the agreement of readers and the tasks to mend, or review the tasks of a folder in the browser.')
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

import { type Command, Option } from 'commander'
import { type ModelChoice, parseModelChoice, parseSet, type SetOption } from '../../running/model-words.js'
import { parseConnections, parseCount, parseDuration, parseNumber, parseTokens } from '../../running/quantities.js'

/** Adds the options about models to `carebench run`. */
export function addModelOptions(command: Command): Command {
  // A --set applies to the --model before it.
  let models = 0
  return command
    .option('--model <model>', 'as <provider>/<model>; repeatable', (value, before: readonly ModelChoice[] = []) => {
      models++
      return [...before, parseModelChoice(value)]
    })
    .option(
      '--set <name=value>',
      'of the previous --model, or all; repeatable',
      (value, before: readonly SetOption[] = []) => [...before, parseSet(value, models === 0 ? null : models - 1)],
    )
    .option('--allow-dropped-settings', 'run models without the settings that they do not take')
    .option('--base-url <url>', 'URL of OpenAI-compatible models or a proxy')
    .option('--model-from <path>', 'replay these trajectories as a model')
    .addOption(
      new Option('--observe <what>', 'what models in a browser see of a page (default: snapshot)').choices([
        'snapshot',
        'screenshot',
        'both',
      ]),
    )
    .addOption(
      new Option('--tool-set <set>', 'which typed tools models are given at first (default: all)').choices([
        'all',
        'core',
        'search',
      ]),
    )
    .option('--system <file>', 'the system prompt of models (default: seven lines that do not describe the task)')
    .option('--temperature <t>', 'the sampling temperature of models', parseNumber)
    .option('--max-output-tokens <n>', 'maximum tokens of one response of a model', parseCount)
    .option('--model-seed <n>', 'the sampling seed, for models that take one', parseNumber)
    .option('--reasoning-effort <effort>', 'the reasoning effort of models; values as in the API of the provider')
    .option('--prices <file>', 'prices of tokens, in YAML or JSON; see docs/guides/evaluating-a-model.md')
    .option('--max-steps <n>', 'maximum responses of a model in a trial (default: 60)', parseCount)
    .option('--max-tool-errors <n>', 'maximum rejected calls of a model in a row (default: 10)', parseCount)
    .option('--max-tokens <n>', 'maximum tokens of a trial: 100k, input:1m, output:50k; repeatable', parseTokens)
    .option(
      '--max-cost <usd>',
      'maximum cost of a trial (default: 10, where the price of the model is known)',
      parseNumber,
    )
    .option(
      '--max-observation <n>',
      'maximum characters of a tool result shown to the model (default: 32k)',
      parseCount,
    )
    .option(
      '--max-connections <n>',
      'maximum concurrent requests to a model: 20, anthropic=20; repeatable (default: adapted)',
      parseConnections,
    )
    .option('--retry-window <time>', 'how long a failed request to a provider is retried (default: 10m)', parseDuration)
    .option('--stall <time>', 'how long a provider may send nothing during a response (default: 5m)', parseDuration)
}

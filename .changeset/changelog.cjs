// How changesets become lines of a CHANGELOG: as they are written, and one line for what else of ours a package brings.

/** A changeset, with its further lines indented. */
function getReleaseLine({ summary }) {
  const [first, ...rest] = summary.trim().split('\n')
  return Promise.resolve(`\n\n- ${[first, ...rest.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')}`)
}

function getDependencyReleaseLine(_changesets, dependencies) {
  if (dependencies.length === 0) return Promise.resolve('')
  const names = dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`)
  return Promise.resolve(`\n\n- Needs ${names.join(', ')}.`)
}

module.exports = { getReleaseLine, getDependencyReleaseLine }

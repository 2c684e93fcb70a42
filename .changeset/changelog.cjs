// How changesets become lines of a CHANGELOG: as they are written, and one line for what else of ours a package brings.

/** A line for each paragraph of a changeset; what begins with no word (a list, code) stays below the paragraph before it. */
function getReleaseLine({ summary }) {
  const paragraphs = summary.trim().split(/\n\n+(?=[\w`@]\S)(?!```)/)
  return Promise.resolve(paragraphs.map((paragraph) => `\n\n- ${paragraph.replace(/\n(?=.)/g, '\n  ')}`).join(''))
}

function getDependencyReleaseLine(_changesets, dependencies) {
  if (dependencies.length === 0) return Promise.resolve('')
  const names = dependencies.map(({ name, newVersion }) => `\`${name}\` ${newVersion}`)
  return Promise.resolve(`\n\n- Needs ${names.join(', ')}.`)
}

module.exports = { getReleaseLine, getDependencyReleaseLine }

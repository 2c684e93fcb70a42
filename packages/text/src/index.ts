export { type CodesLike, compileCodesLike } from './codes-like.js'
export { foldText } from './fold-text.js'
export { detectLanguage, type KnownLanguage, knownLanguages } from './language.js'
export { foldLookalikes } from './lookalikes.js'
export { plural } from './plural.js'
export { longestUtterance, SpokenText } from './spoken-text.js'
export {
  type CompiledFact,
  compileFact,
  explainStatement,
  type Fact,
  FactError,
  readStatement,
  type Shortfall,
  type Statement,
  type Truth,
} from './statement.js'
export { compileTold, type Told, type ToldFact, type ToldListener } from './told-fact.js'
export { parseUnit, toBaseUnits, type Unit } from './unit.js'

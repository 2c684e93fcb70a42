export { foldText } from './fold-text.js'
export { plural } from './plural.js'
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
export { parseUnit, toBaseUnits, type Unit } from './unit.js'

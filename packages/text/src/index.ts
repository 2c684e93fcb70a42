export { foldText } from './fold-text.js'
export { plural } from './plural.js'
export { type CompiledFact, compileFact, type Fact, FactError, readStatement, type Truth } from './statement.js'
export { parseUnit, toBaseUnits, type Unit } from './unit.js'

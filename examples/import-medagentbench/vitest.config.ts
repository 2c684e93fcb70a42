import { testProject } from '../../vitest.base.js'

export default testProject('import-medagentbench')

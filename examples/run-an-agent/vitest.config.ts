import { testProject } from '../../vitest.base.js'

export default testProject('run-an-agent')

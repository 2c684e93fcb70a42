import { testProject } from '../../vitest.base.js'

export default testProject('fuzz-your-scorer')

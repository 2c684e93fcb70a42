import { defineConfig } from 'tsup'
import { neutralBuild } from '../../tsup.base.js'

export default defineConfig(neutralBuild)

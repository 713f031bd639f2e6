import { type CodeSample, type SampleCall, sampleWays } from './sample-call.ts'
import { writeJava, writePython } from './sample-programs.ts'
import { writeCurl, writeTypeScript } from './sample-scripts.ts'

const writers = { curl: writeCurl, typescript: writeTypeScript, python: writePython, java: writeJava }
const languages = ['curl', 'typescript', 'python', 'java'] as const

/**
 * The call as programs that run as they stand. The secret is in none of them: each takes it from APP_SECRET of its environment.
 * Their words are English, as code is.
 */
export const writeSamples = (call: SampleCall): CodeSample[] =>
  languages.flatMap(language => sampleWays.map(way => ({ language, way, source: writers[language](call, way) })))

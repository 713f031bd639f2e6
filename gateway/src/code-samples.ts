import type { CodeSample, SampleCall, SampleWay } from './sample-call.ts'
import { writeJava, writePython } from './sample-programs.ts'
import { writeCurl, writeTypeScript } from './sample-scripts.ts'

const writers = { curl: writeCurl, typescript: writeTypeScript, python: writePython, java: writeJava }
const languages = ['curl', 'typescript', 'python', 'java'] as const

/**
 * The call as programs that run as they stand. The secret is in none of them: each takes it from APP_SECRET of its environment.
 * Their words are English, as code is.
 */
export function writeSamples(call: SampleCall): CodeSample[] {
  const ways: SampleWay[] = [...(call.certificate === 'alone' ? ['certificate' as const] : []), 'token', 'signature']
  // A certificate is shown in as many ways as there are libraries; cURL's is the one that everybody reads.
  const written = call.certificate === 'none' ? languages : (['curl'] as const)
  return written.flatMap(language => ways.map(way => ({ language, way, source: writers[language](call, way) })))
}

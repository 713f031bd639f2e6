import { stringify } from 'yaml'

/** `{"<name>": [ … ]}` as JSON, or the same as YAML, one document after another: none is held while the next is read. */
export async function* writeDocuments(
  format: 'json' | 'yaml',
  name: string,
  documents: AsyncIterable<object>,
): AsyncGenerator<string> {
  const isJson = format === 'json'
  yield isJson ? `{"${name}": [\n` : `${name}:\n`
  let isFirst = true
  for await (const document of documents) {
    if (isJson) yield `${isFirst ? '' : ',\n'}${JSON.stringify(document, null, 2)}`
    else yield stringify([document]).replace(/^(?=.)/gm, '  ')
    isFirst = false
  }
  yield isJson ? '\n]}\n' : isFirst ? '  []\n' : ''
}

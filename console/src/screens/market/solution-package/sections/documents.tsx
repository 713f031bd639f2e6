import { Button, Form, Input } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { PlainMarkdown } from '../../../../parts/plain-markdown.tsx'
import { Row } from '../../../../parts/row.tsx'
import { FileButton } from '../../../../ui/file-button.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { Draft, SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { dropAt } from './fields.tsx'

const MOST_BYTES = 1_000_000

/** What others read first, in the language of the words; and pictures. */
export function Documents({ draft, language, change }: SectionProps) {
  const text = useText()
  const path = `docs/readme.${language}.md`
  const source = draft.docs.find(each => each.path === path)?.text ?? ''
  const write = (next: string) => {
    const others = draft.docs.filter(each => each.path !== path)
    change({ docs: next === '' ? others : [...others, { path, text: next }] })
  }
  return (
    <>
      <Section title={text.tabs.documents} text={text.documentsText}>
        <Form layout="vertical" component="div">
          <div className="sp-sides">
            <Row label={text.readmeOf(path.slice('docs/'.length))}>
              <Input.TextArea
                className="sl-code"
                maxLength={200_000}
                autoSize={{ minRows: 14, maxRows: 40 }}
                value={source}
                onChange={event => write(event.target.value)}
              />
            </Row>
            <section aria-label={text.preview}>
              <h3>{text.preview}</h3>
              {source.trim() === '' ? <p className="sl-muted">{text.noReadme}</p> : <PlainMarkdown source={source} />}
            </section>
          </div>
        </Form>
      </Section>
      <Pictures draft={draft} change={change} />
    </>
  )
}

const KINDS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

function Pictures({ draft: { pictures }, change }: Pick<SectionProps, 'draft' | 'change'>) {
  const text = useText()
  const add = async (file: File) => {
    const ending = KINDS[file.type]
    if (ending === undefined) return void message.error(text.pictureKind)
    if (file.size > MOST_BYTES) return void message.error(text.pictureTooLarge)
    const picture = { path: nextPath(pictures, ending), base64: await readBase64(file) }
    change({ pictures: [...pictures, picture] })
  }
  return (
    <Section
      title={text.pictures}
      extra={<FileButton label={text.addPicture} accept=".png,.jpg,.jpeg,.webp" onFile={file => void add(file)} />}
    >
      <div className="sp-pictures">
        {pictures.map(({ path, base64 }, place) => (
          <figure key={path}>
            <img src={`data:image/${typeOf(path)};base64,${base64}`} alt={text.picture(path)} />
            <Button
              size="small"
              danger
              aria-label={text.dropOf(path)}
              onClick={() => change({ pictures: dropAt(pictures, place) })}
            >
              {text.drop}
            </Button>
          </figure>
        ))}
      </div>
    </Section>
  )
}

const typeOf = (path: string): string => (path.endsWith('.jpg') ? 'jpeg' : path.slice(path.lastIndexOf('.') + 1))

/** The first number that is free. */
function nextPath(pictures: Draft['pictures'], ending: string): string {
  let number = pictures.length + 1
  while (pictures.some(({ path }) => path.startsWith(`pictures/${number}.`))) number += 1
  return `pictures/${number}.${ending}`
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}

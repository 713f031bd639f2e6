import { Form, Radio, Select } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Section } from '../../../../ui/section.tsx'
import { visibilities } from '../pages.ts'
import type { Package, SectionProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { orAbsent, TextField, WordsField } from './fields.tsx'

/** What a package says of itself, and who finds it. */
export function Overview({ draft, language, change, changeManifest, made }: SectionProps & { readonly made: Package }) {
  const text = useText()
  const { fields } = text
  const { manifest, visibility } = draft
  return (
    <Section>
      <Form layout="vertical" component="div">
        <WordsField
          label={fields.title}
          isRequired
          maxLength={60}
          language={language}
          value={manifest.title}
          onChange={title => changeManifest({ title })}
        />
        <WordsField
          label={fields.summary}
          isRequired
          maxLength={300}
          language={language}
          value={manifest.summary}
          onChange={summary => changeManifest({ summary })}
        />
        <div className="sp-grid">
          <TextField
            label={fields.version}
            hint={fields.versionHint}
            isRequired
            maxLength={20}
            value={manifest.version}
            onChange={version => changeManifest({ version: version.trim() })}
          />
          <TextField
            label={fields.industry}
            maxLength={40}
            value={manifest.industry}
            onChange={industry => changeManifest({ industry })}
          />
          <TextField
            label={fields.licence}
            maxLength={60}
            value={manifest.licence}
            onChange={licence => changeManifest({ licence })}
          />
          <TextField
            label={fields.product}
            maxLength={20}
            value={manifest.product}
            onChange={product => changeManifest({ product: orAbsent(product.trim()) })}
          />
        </div>
        <Row label={fields.tags}>
          <Select
            mode="tags"
            open={false}
            className="sl-wide"
            value={[...manifest.tags]}
            tokenSeparators={[',', '，', '、']}
            onChange={(tags: string[]) => changeManifest({ tags })}
          />
        </Row>
        <WordsField
          label={fields.changes}
          isLong
          maxLength={4000}
          language={language}
          value={manifest.changes}
          onChange={changes => changeManifest({ changes: changes === '' ? undefined : changes })}
        />
        <Form.Item label={fields.visibility}>
          <Radio.Group
            vertical
            aria-label={fields.visibility}
            value={visibility}
            options={visibilities.map(value => ({
              value,
              label: (
                <>
                  {text.visibilities[value]} <span className="sl-muted">{text.visibilityTexts[value]}</span>
                </>
              ),
            }))}
            onChange={event => change({ visibility: event.target.value as typeof visibility })}
          />
        </Form.Item>
        {visibility === 'code' && (
          <Form.Item label={fields.shareCode}>
            {made.share_code === null ? (
              <span className="sl-muted">{fields.shareCodeHint}</span>
            ) : (
              <CopyText isShown value={made.share_code} label={fields.shareCode} />
            )}
          </Form.Item>
        )}
      </Form>
    </Section>
  )
}

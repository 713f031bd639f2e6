import type { Param } from '@sluice/contract'
import { useQueryClient } from '@tanstack/react-query'
import { ColorPicker, Input, Select } from 'antd'
import { api } from '../../../../lib/api.ts'
import { useWords } from '../../../../lib/i18n.ts'
import { Row } from '../../../../parts/row.tsx'
import { PlatformIcon } from '../../../../ui/platform-icon.tsx'
import { Section } from '../../../../ui/section.tsx'
import { AdapterChoice } from '../../adapter/public.ts'
import { chooseWay, listWays, rename } from '../begin-platform.ts'
import type { Template, TemplateProps } from '../types.ts'
import { useText } from '../use-text.ts'
import { usePlatforms } from './queries.ts'

export interface BasicSectionProps extends TemplateProps {
  /** null: not saved yet. */
  readonly id: string | null
  /** Every parameter that the base asks for; a new platform chooses among them. */
  readonly whole: readonly Param[]
  problemOf(field: string): string | undefined
  /** Another base brings its own parameters. */
  onBase(template: Template): void
}

/** Name, group and looks; for a new platform also what it is built on. */
export function BasicSection({ template, patch, id, whole, isReadOnly, problemOf, onBase }: BasicSectionProps) {
  const all = useText()
  const text = all.platformForm
  const client = useQueryClient()
  const { data } = usePlatforms()
  const { icon } = template
  const isNew = id === null
  const choose = async (id: string) => {
    const { content } = await client.fetchQuery(api.platform.template.query({ params: { id } }))
    onBase({ ...template, base: id, params: content.template.params, settings: {} })
  }
  return (
    <Section title={text.basic}>
      <div className="as-columns">
        <Row label={text.name} isRequired problem={problemOf('name')}>
          <Input
            autoFocus={isNew}
            maxLength={60}
            value={template.name}
            onChange={event => patch(isNew ? rename(template, event.target.value) : { name: event.target.value })}
          />
        </Row>
        <Row label={text.code} isRequired hint={text.codeRule} problem={problemOf('code')}>
          <Input maxLength={40} value={template.code} onChange={event => patch({ code: event.target.value.trim() })} />
        </Row>
        <Row label={text.base} isRequired hint={text.baseHint}>
          <Select
            disabled={!isNew || isReadOnly}
            showSearch={{ optionFilterProp: 'label' }}
            value={template.base}
            options={(data ?? []).filter(each => !each.is_own).map(each => ({ value: each.id, label: each.name }))}
            onChange={(id: string) => void choose(id)}
          />
        </Row>
        {isNew && <WayRow {...{ template, whole, patch }} />}
        <Row label={text.group}>
          <Select
            value={template.group}
            options={Object.entries(all.groups).map(([value, label]) => ({ value: value as Template['group'], label }))}
            onChange={group => patch({ group })}
          />
        </Row>
        <Row label={text.iconText} isRequired problem={problemOf('icon.text')}>
          <Input
            maxLength={2}
            prefix={<PlatformIcon icon={{ ...icon, text: icon.text || '?' }} size={20} />}
            value={icon.text}
            onChange={event => patch({ icon: { ...icon, text: event.target.value } })}
          />
        </Row>
        <Row label={text.iconColor}>
          <ColorPicker
            disabledAlpha
            showText
            value={icon.color}
            onChange={color => patch({ icon: { ...icon, color: color.toHexString() } })}
          />
        </Row>
        {!isNew && !isReadOnly && (
          <AdapterChoice
            level="platform"
            platformId={id}
            value={template.adapter}
            onChange={adapter => patch({ adapter })}
          />
        )}
        <Row label={text.helpLink} hint={text.helpRule} problem={problemOf('help_link')}>
          <Input
            maxLength={500}
            value={template.help_link}
            onChange={event => patch({ help_link: event.target.value.trim() })}
          />
        </Row>
      </div>
      <Row label={text.describe}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={500}
          value={template.describe}
          onChange={event => patch({ describe: event.target.value })}
        />
      </Row>
    </Section>
  )
}

const ANY = ''

/** How connectors sign in, where the base leaves it open. */
function WayRow({ template, whole, patch }: Pick<BasicSectionProps, 'template' | 'whole' | 'patch'>) {
  const text = useText().platformForm
  const say = useWords()
  const ways = listWays(whole)
  if (ways.length === 0) return null
  const { auth = ANY } = template.settings
  return (
    <Row label={text.signIn} hint={text.signInHint}>
      <Select
        value={String(auth)}
        options={[
          { value: ANY, label: text.anySignIn },
          ...ways.map(each => ({ value: each.value, label: say(each.label) })),
        ]}
        onChange={way => patch(chooseWay(template, whole, way === ANY ? null : way))}
      />
    </Row>
  )
}

import type { ApiAsset } from '@sluice/contract'
import { Alert, AutoComplete, Form, Input, Select, Switch } from 'antd'
import { Row } from '../../../../parts/row.tsx'
import { Section } from '../../../../ui/section.tsx'
import { AdapterChoice } from '../../adapter/public.ts'
import { useText } from '../use-text.ts'
import { AnswerSection, PagingSection, WindowSection, WriteSection } from './behaviour-sections.tsx'
import { FieldsEditor } from './fields-editor.tsx'
import type { FormTabProps, SectionProps } from './section-props.ts'

const groups = ['request', 'otherRequest', 'response', 'otherResponse'] as const

/** The whole definition as a form; what is not shown for a kind of interface is kept all the same. */
export function FormTab({ doc, platformId, problems, onChange }: FormTabProps) {
  const text = useText()
  const patch = (change: Partial<ApiAsset>) => onChange({ ...doc, ...change })
  const problemAt = (path: string) => {
    const found = problems.find(problem => problem.path === path)
    return found && text.problems[found.code]
  }
  const shared = { doc, problems, onChange, patch, problemAt }
  const nameOf = (path: string): string => path.split('.')[0] ?? ''
  const titles: Readonly<Record<string, string>> = text.form.groups
  return (
    <Form layout="vertical" component="div" className="as-form as-stack">
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          title={text.problemTitle(problems.length)}
          description={
            <ul>
              {problems.slice(0, 10).map(({ path, code }) => (
                <li key={`${path} ${code}`}>
                  {titles[nameOf(path)] && `${titles[nameOf(path)]}: `}
                  {text.problems[code]}
                </li>
              ))}
            </ul>
          }
        />
      )}
      <BasicSection {...shared} platformId={platformId} />
      {groups.map(group => (
        <Section key={group} title={text.form.groups[group]} text={text.form.groupText[group]}>
          <FieldsEditor
            label={text.form.groups[group]}
            fields={doc[group]}
            isRequest={group === 'request' || group === 'otherRequest'}
            wrong={problems
              .filter(({ path }) => nameOf(path) === group)
              .map(({ path }) => path.slice(group.length + 1))}
            onChange={fields => patch({ [group]: fields })}
          />
        </Section>
      ))}
      {doc.type === 'QUERY' && <PagingSection {...shared} />}
      <AnswerSection {...shared} />
      {doc.type === 'QUERY' ? <WindowSection {...shared} /> : <WriteSection {...shared} />}
    </Form>
  )
}

function BasicSection({
  doc,
  platformId,
  problems,
  patch,
  problemAt,
}: SectionProps & Pick<FormTabProps, 'platformId'>) {
  const all = useText()
  const text = all.form
  const names = (doc.type === 'QUERY' ? doc.response : doc.request).map(field => ({
    value: field.field,
    label: field.label ? `${field.field} · ${field.label}` : field.field,
  }))
  const isShown = problems.length > 0
  const isUndeclared = doc.number !== '' && !names.some(({ value }) => value === doc.number)
  return (
    <Section title={text.basic}>
      <div className="as-columns">
        <Row label={text.name} isRequired problem={isShown && doc.name.trim() === '' ? all.required : undefined}>
          <Input maxLength={100} value={doc.name} onChange={event => patch({ name: event.target.value })} />
        </Row>
        <Row label={all.asset.type} hint={text.typeHint[doc.type]}>
          <Select
            value={doc.type}
            options={(['QUERY', 'EXECUTE'] as const).map(value => ({ value, label: all.asset.types[value] }))}
            onChange={type => patch({ type })}
          />
        </Row>
        <Row label={text.method}>
          <Select
            value={doc.method}
            options={(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map(value => ({ value, label: value }))}
            onChange={method => patch({ method })}
          />
        </Row>
        <Row
          label={text.api}
          isRequired
          hint={text.apiHint}
          problem={problemAt('api') ?? (isShown && doc.api.trim() === '' ? all.required : undefined)}
        >
          <Input
            className="sl-code"
            maxLength={500}
            placeholder="/orders/{shop}"
            value={doc.api}
            onChange={event => patch({ api: event.target.value })}
          />
        </Row>
        <Row label={text.id} hint={text.idHint} problem={problemAt('id')}>
          <Select
            mode="tags"
            value={doc.id}
            options={names}
            placeholder={text.tags}
            onChange={(id: string[]) => patch({ id })}
          />
        </Row>
        <Row label={text.number} hint={isUndeclared ? text.numberOther : text.numberHint}>
          <AutoComplete
            allowClear
            showSearch={{ filterOption: true }}
            maxLength={200}
            value={doc.number}
            options={names}
            onChange={(number: string | undefined) => patch({ number: number?.trim() ?? '' })}
          />
        </Row>
        {doc.type === 'QUERY' && (
          <>
            <Row label={text.increment}>
              <Select
                mode="tags"
                value={doc.increment}
                options={names}
                placeholder={text.tags}
                onChange={(increment: string[]) => patch({ increment })}
              />
            </Row>
            <Row label={text.idCheck} hint={text.idCheckHint}>
              <Switch checked={doc.idCheck} onChange={idCheck => patch({ idCheck })} />
            </Row>
          </>
        )}
        <AdapterChoice
          level="api"
          platformId={platformId}
          value={doc.adapter}
          onChange={adapter => patch({ adapter })}
        />
        <Row label={text.helpLink}>
          <Input
            maxLength={500}
            placeholder="https://"
            value={doc.help_link}
            onChange={event => patch({ help_link: event.target.value.trim() })}
          />
        </Row>
      </div>
      <Row label={text.describe}>
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={2000}
          value={doc.describe}
          onChange={event => patch({ describe: event.target.value })}
        />
      </Row>
    </Section>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Alert, Checkbox, Space } from 'antd'
import { useState } from 'react'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { ConfigFile } from '../types.ts'
import { useText } from '../use-text.ts'

const kinds = [
  'platform',
  'adapter',
  'api-asset',
  'connector',
  'mapping',
  'strategy',
  'report',
  'dashboard',
  'bill-profile',
  'recon-flow',
  'gateway',
  'state',
] as const
type Kind = (typeof kinds)[number]

/** Chosen kinds as one file, a document for each object. */
export function ExportSection() {
  const text = useText()
  // Cursors move by themselves: they are taken along only where somebody wants them.
  const [chosen, setChosen] = useState<readonly Kind[]>(kinds.filter(kind => kind !== 'state'))
  const load = useMutation({
    mutationFn: () => api.config.export({ body: { kinds: [...chosen] } }),
    onSuccess({ content }) {
      saveFile(new Blob([joinFiles(content.files)], { type: 'application/yaml' }), 'sluice-config.yaml')
      message.success(text.downloaded(content.files.length))
    },
  })
  return (
    <Section title={text.export} text={text.exportText}>
      <Space orientation="vertical" size="middle">
        <Checkbox.Group
          aria-label={text.kinds}
          value={[...chosen]}
          options={kinds.map(kind => ({ value: kind, label: text.kind[kind] }))}
          onChange={values => setChosen(kinds.filter(kind => values.includes(kind)))}
        />
        <CanButton
          authority="strategy:export"
          icon={<DownloadOutlined />}
          loading={load.isPending}
          {...(chosen.length === 0 && { reason: text.kinds })}
          onClick={() => load.mutate()}
        >
          {text.download}
        </CanButton>
        {load.error && <Alert type="error" showIcon title={describeError(load.error).message} />}
        {load.data && load.data.content.notes.length > 0 && (
          <Alert
            type="warning"
            showIcon
            title={text.notes}
            description={load.data.content.notes.map(note => (
              <div key={`${note.kind} ${note.key}`}>
                {text.kind[note.kind]} {note.key}: {note.message}
              </div>
            ))}
          />
        )}
      </Space>
    </Section>
  )
}

const joinFiles = (files: readonly ConfigFile[]): string =>
  files.map(({ path, text }) => `# ${path}\n${text}`).join('---\n')

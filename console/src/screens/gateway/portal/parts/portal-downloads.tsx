import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import type { Opened, PortalKey } from '../types.ts'
import { useText } from '../use-text.ts'

const save = (document: object, name: string): void =>
  saveFile(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), name)

/** The APIs as files for other tools. */
export function PortalDownloads({ portal, opened }: { readonly portal: PortalKey; readonly opened: Opened }) {
  const text = useText()
  const postman = useMutation({
    mutationFn: () =>
      api.portal.postman({
        params: { id: portal.id },
        body: { token: portal.token, origin: window.location.origin },
      }),
    onSuccess: ({ content }) => save(content, 'postman-collection.json'),
    onError: error => void message.error(describeError(error).message),
  })
  return (
    <div className="gp-downloads">
      <Button icon={<DownloadOutlined />} onClick={() => save(opened.openapi, 'openapi.json')}>
        {text.openapi}
      </Button>
      <Button icon={<DownloadOutlined />} loading={postman.isPending} onClick={() => postman.mutate()}>
        {text.postman}
      </Button>
    </div>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { saveFile } from '../../../../lib/save-file.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { useText } from '../use-text.ts'

type Query = NonNullable<NonNullable<Parameters<typeof api.supplyChain.export>[0]>['query']>

/** All lines that are listed, on every page of the list. */
export function ExportLines({ filter }: { readonly filter: Query }) {
  const text = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.supplyChain.export({ query: filter }),
    onSuccess: content => saveFile(content, 'supply-chain-lines.csv'),
    onError: error => message.error(describeError(error).message),
  })
  return (
    <CanButton
      icon={<DownloadOutlined />}
      authority="reconciliation:export"
      loading={isPending}
      onClick={() => mutate()}
    >
      {text.export}
    </CanButton>
  )
}

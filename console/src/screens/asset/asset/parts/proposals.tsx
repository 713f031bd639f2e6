import type { ApiAsset, AssetProposal } from '@sluice/contract'
import { Alert, Button } from 'antd'
import { message } from '../../../../lib/announce.ts'
import { useText } from '../use-text.ts'

interface ProposalsProps {
  readonly list: readonly AssetProposal[]
  readonly doc: ApiAsset
  onChange(doc: ApiAsset): void
}

/** Settings that the answer suggests, each taken over by a press. */
export function Proposals({ list, doc, onChange }: ProposalsProps) {
  const text = useText().trial
  return list.map(({ code, seen, patch }) => (
    <Alert
      key={`${code} ${seen}`}
      type="info"
      showIcon
      title={text.proposals[code](seen)}
      action={
        <Button
          size="small"
          onClick={() => {
            onChange(applyPatch(doc, patch))
            message.success(text.proposalUsed)
          }}
        >
          {text.useProposal}
        </Button>
      }
    />
  ))
}

/** What it says lies over the asset, one level deep. */
const applyPatch = (
  doc: ApiAsset,
  { write, success, nothing, loneRecord, keyedRecords, listPath }: AssetProposal['patch'],
): ApiAsset => ({
  ...doc,
  ...(write ? { write: { ...doc.write, ...write } } : {}),
  ...(success ? { success } : {}),
  ...(nothing ? { nothing } : {}),
  ...(loneRecord === undefined ? {} : { loneRecord }),
  ...(keyedRecords === undefined ? {} : { keyedRecords }),
  ...(listPath === undefined ? {} : { listPath }),
})

/** Kinds that need more than five orders in memory, each by the titles of the tests that see it come out not green. */
export const elsewhere: Readonly<Record<string, readonly (readonly [kind: string, file: string, title: string])[]>> = {
  read: [
    ['rows without a change time', 'run/increment.test.ts', 'is not green where they are too many to be read'],
    [
      'rows without a key, in windows',
      '../../connectors/test/nothing-skipped.test.ts',
      'refused by name in a window too',
    ],
    ['a field that is gone', 'run/compare-fields.test.ts', 'stops before the first of them is taken'],
    ['an answer that tells of more', '../../connector-kit/src/protocols/http/more-there.test.ts', 'test('],
    ['one bad file of a folder', '../../connectors/src/s3/edges.test.ts', 'test('],
    ['messages a broker removed', '../../connectors/test/queue-losses.test.ts', 'is told with the number, once'],
    ['a queue that is deleted', 'run/follow-faults.test.ts', 'it('],
    ['a table that is emptied or altered', 'run/structure.test.ts', 'stop the run with the reason'],
    [
      'a look at the rows again that breaks off',
      'run/increment.test.ts',
      'does not move the watermark when the read breaks off',
    ],
  ],
  stage: [
    [
      'a row of which the filter cannot tell',
      'run/shape.test.ts',
      'is rejected with the reason, and the books balance',
    ],
    ['a record that kills the process', 'run/find-poison.test.ts', 'is set aside at its third death'],
    ['rows under one key, across pages', 'run/key-conflicts.test.ts', 'are found across pages'],
  ],
  group: [
    ['a group that gets lost', 'run/groups.test.ts', 'a group that gets lost on its way is a run that is not green'],
    [
      'a row that no group holds',
      'run/groups.test.ts',
      'a stored row that the reading of groups does not find is one too',
    ],
    [
      'a document without rows',
      'run/vanished-groups.test.ts',
      'waits for a person by itself, and no run is green over it',
    ],
    ['a document without rows, more than may be', 'run/vanished-groups.test.ts', 'when more is gone than may be'],
    ['a document that cannot be deleted', 'run/vanished-groups.test.ts', 'at a target that cannot delete is an error'],
    [
      'lines that were not read to their end',
      'run/vanished-groups.test.ts',
      'when the lines were not read to their end',
    ],
  ],
  map: [
    ['a value without a line of its map', 'run/value-map.test.ts', 'what no line holds is error data'],
    ['a record that waits for another', 'run/find-records.test.ts', 'no run in between is green over it'],
    ['a map that is gone', 'run/value-map.test.ts', 'a mapping whose map is gone fails the run'],
    ['a script that cannot be read', 'run/script.test.ts', 'refuses every record, and nothing is written'],
  ],
  write: [
    ['records that share a row', 'run/target-keys.test.ts', 'the later one is refused'],
    ['a row that a trigger or a rule swallows', '../../connectors/test/counted-writes.test.ts', 'swallowers'],
    [
      'a value that the target keeps otherwise',
      'run/read-back.test.ts',
      'is told once a version, and that run is not green',
    ],
    ['a row that is not there', 'run/read-back.test.ts', 'a row that is not there is told'],
    ['rows that an answer does not tell apart', 'run/order.test.ts', 'ends run and strategy at its first batch'],
    ['a statement that changes no row', '../../connectors/test/statements.test.ts', 'test'],
  ],
  callback: [
    [
      'a record that is not handed on',
      'run/call-back.test.ts',
      'no run is green over it; the records are written all the same',
    ],
  ],
  delete: [
    ['a delete at a target that cannot', 'run/deletes.test.ts', 'is error data at a target that cannot delete'],
    ['more gone than may be', 'run/deletes.test.ts', 'deletes nothing when more is gone than allowed'],
  ],
  replace: [['rows under one key', 'run/key-conflicts.test.ts', 'keep the old set where it is replaced']],
  increment: [
    [
      'a rejected row that does not say where it lies',
      'run/increment.test.ts',
      'keeps the watermark where a rejected row',
    ],
    ['rejected rows that come again', 'run/increment.test.ts', 'reads rejected rows again behind the watermark'],
    ['rows of a source filled anew behind the cursor', 'run/increment.test.ts', 'over a source that was filled anew'],
  ],
  retry: [
    ['what was never written', 'run/again.test.ts', 'for what was never written is no duplicate'],
    ['a write that was never answered', 'run/again.test.ts', 'nor a write that was never answered'],
  ],
}

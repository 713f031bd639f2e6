import { expect, test } from 'vitest'
import { sha256, signRequest } from './sign-request.ts'

// Requests and signatures as AWS has published them: the S3 API reference and the Signature Version 4 test suite.
const s3 = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 's3',
}
const suite = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
}
const EMPTY = sha256('')
const host = 'https://examplebucket.s3.amazonaws.com'
const dated = { 'x-amz-date': '20130524T000000Z' }
const read = { ...dated, 'x-amz-content-sha256': EMPTY }
const body = 'Welcome to Amazon S3.'
const written = {
  ...dated,
  date: 'Fri, 24 May 2013 00:00:00 GMT',
  'x-amz-content-sha256': sha256(body),
  'x-amz-storage-class': 'REDUCED_REDUNDANCY',
}
const stamped = { 'x-amz-date': '20150830T123600Z' }
const example = 'https://example.amazonaws.com'

test.each([
  [
    'GET of a range',
    s3,
    'GET',
    `${host}/test.txt`,
    { ...read, range: 'bytes=0-9' },
    EMPTY,
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT of an object',
    s3,
    'PUT',
    `${host}/test%24file.text`,
    written,
    sha256(body),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET of a setting',
    s3,
    'GET',
    `${host}/?lifecycle`,
    read,
    EMPTY,
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list of objects',
    s3,
    'GET',
    `${host}/?max-keys=2&prefix=J`,
    read,
    EMPTY,
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  [
    'get-vanilla',
    suite,
    'GET',
    `${example}/`,
    stamped,
    EMPTY,
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'get-vanilla-query-order-key-case',
    suite,
    'GET',
    `${example}/?Param2=value2&Param1=value1`,
    stamped,
    EMPTY,
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
] as const)('a %s is signed as AWS has published it', (_title, signer, method, url, headers, bodyHash, signature) => {
  const header = signRequest({ method, url: new URL(url), headers, bodyHash }, signer)
  expect(header.slice(-64)).toBe(signature)
})

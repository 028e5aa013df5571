import { at, tester, wrong } from './rule-tester.ts';
import { viewThroughPorts } from './view-through-ports.js';

const file = 'src/epic/Header.tsx';

tester.run('view-through-ports', viewThroughPorts, {
  valid: [
    at(file, "import { useDispatch } from 'react-redux'; export { useDispatch };"),
    at(file, 'export const load = (rest: { fetch(): void }) => rest.fetch();'),
    at(file, 'export const width = window.innerWidth;'),
    at(file, 'export function show(fetch: () => void) { fetch(); }'),
  ],
  invalid: [
    wrong(file, "import axios from 'axios'; axios();", 'package'),
    wrong(file, "import { GraphQLClient } from 'graphql-request'; new GraphQLClient('/');", 'package'),
    wrong(file, "import { createConsumer } from '@rails/actioncable'; createConsumer();", 'package'),
    wrong(file, "export const load = () => import('axios');", 'package'),
    wrong(file, "fetch('/api');", 'global'),
    wrong(file, "window.fetch('/api');", 'global'),
    wrong(file, "localStorage.setItem('a', 'b');", 'global'),
    wrong(file, 'export const kept = window.sessionStorage;', 'global'),
    wrong(file, "document.cookie = 'a=b';", 'global'),
    wrong(file, "new WebSocket('/-/cable');", 'global'),
  ],
});

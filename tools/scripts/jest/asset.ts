/** Stands in for images and fonts in view tests: the URL under which vite would serve the file. */
const url = '/test-asset';

export default url;

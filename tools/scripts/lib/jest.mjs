// Jest runs ES modules only with a flag of Node.
export const JEST_FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

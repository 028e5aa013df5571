import { useLayoutEffect, useState } from 'react';

/**
 * An element of its own beside the product, in which a part of the developer's tools is drawn. Dialogs and menus of the product take everything
 * outside of them out of reach; what is marked as a top layer stays (react-aria).
 */
export function useLayer(name: string): HTMLElement {
  const [layer] = useState(() => {
    const element = document.createElement('div');
    element.dataset['developer'] = name;
    element.dataset['reactAriaTopLayer'] = 'true';
    return element;
  });
  useLayoutEffect(() => {
    document.body.append(layer);
    return () => layer.remove();
  }, [layer]);
  return layer;
}

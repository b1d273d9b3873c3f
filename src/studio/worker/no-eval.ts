import { z } from 'zod';

// The page's policy forbids code made from text, which zod tries as soon as a schema is created.
z.config({ jitless: true });
